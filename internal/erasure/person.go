package erasure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Person is the e-mail address and the phone number by which a person is found. One of them may be "". There is no search
// by name, because many people have the same name.
type Person struct{ Email, Phone string }

// minDigits is how many digits a phone number has at least.
const minDigits = 6

// NewPerson returns a Person, and an error that says what is wrong.
func NewPerson(email, phone string) (Person, error) {
	p := Person{strings.ToLower(strings.TrimSpace(email)), digitsOf(phone)}
	switch {
	case p.Email == "" && strings.TrimSpace(phone) == "":
		return Person{}, errors.New("neither an e-mail address nor a phone number is given")
	case p.Email != "" && !strings.Contains(p.Email, "@"):
		return Person{}, fmt.Errorf("%q is no e-mail address", email)
	case strings.TrimSpace(phone) != "" && len(p.Phone) < minDigits:
		return Person{}, fmt.Errorf("%q is no phone number: want at least %d digits", phone, minDigits)
	}
	return p, nil
}

// PersonOf is the customer of an order: its consignee, or who sends the parcel of a return back.
func PersonOf(o *shipment.Order) Person {
	party := &o.Consignee
	if o.Return {
		party = &o.Pickup
	}
	return Person{strings.ToLower(strings.TrimSpace(party.Email)), digitsOf(party.Number)}
}

// digitsOf returns the digits of a phone number, without the plus sign or the zeros that it begins with.
func digitsOf(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone)
	return strings.TrimLeft(digits, "0")
}

// Of reports whether a party is the person.
func (p Person) Of(party *shipment.Party) bool {
	return p.Email != "" && strings.EqualFold(strings.TrimSpace(party.Email), p.Email) ||
		p.Phone != "" && digitsOf(party.Number) == p.Phone
}

// Found is an order of a person.
type Found struct {
	Order   *shipment.Order // with items; valid until visit returns
	Party   string          // consignee or pickup
	Account int64
}

const partyPickup = "pickup"

// FindOrders calls visit with each order of all accounts whose consignee or pickup is the person, or was before the order
// was changed, the newest first. It reads all orders: 200,000 take about a second.
func (e *Eraser) FindOrders(ctx context.Context, p Person, visit func(Found) error) error {
	return e.Store.EachNewest(ctx, 0, math.MaxInt, func(o *shipment.Order) error {
		switch {
		case p.Of(&o.Consignee):
			return visit(Found{o, shipment.PartyConsignee, o.AccountID})
		case p.Of(&o.Pickup):
			return visit(Found{o, partyPickup, o.AccountID})
		case o.Version > 0:
			changes, err := e.Store.Changes(ctx, o.AccountID, o.OrderID)
			if party := p.before(changes); err == nil && party != "" {
				return visit(Found{o, party, o.AccountID})
			}
			return err
		}
		return nil
	})
}

// before is the party that the person was before a change; "": none.
func (p Person) before(changes []shipment.Change) string {
	for i := range changes {
		for _, f := range changes[i].Fields {
			var was shipment.Party
			party, name, _ := strings.Cut(f.Field, "_")
			switch name {
			case "email", "contact_email":
				_ = json.Unmarshal(f.From, &was.Email) // null is none
			case "number", "contact_number":
				_ = json.Unmarshal(f.From, &was.Number)
			}
			if p.Of(&was) {
				return party
			}
		}
	}
	return ""
}

// Entry is an entry of a book of an account, or a note about an order, with data of a person, as JSON.
type Entry struct {
	AccountID int64           `json:"account_id"`
	Kind      string          `json:"kind"`
	Name      string          `json:"name"` // of a note: the tracking number
	Value     json.RawMessage `json:"entry"`
	book      *shipment.Book  // nil: a note
	noteID    int64
}

// FindEntries returns the entries of the books of all accounts, and the notes about orders, that have the person's e-mail
// address or phone number.
func (e *Eraser) FindEntries(ctx context.Context, p Person) (found []Entry, err error) {
	accounts, err := e.Store.MasterData.Accounts(ctx)
	for _, a := range accounts {
		for _, book := range shipment.Books {
			if err == nil && book.Personal {
				found, err = e.addEntries(ctx, p, found, a.AccountID, book)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	err = e.Store.Annotations.EachNote(ctx, func(accountID int64, trackingNo string, n shipment.OrderNote) error {
		if !p.isIn(n.Text) {
			return nil
		}
		value, err := json.Marshal(n.Text)
		found = append(found, Entry{AccountID: accountID, Kind: "note", Name: trackingNo, Value: value, noteID: n.NoteID})
		return err
	})
	return found, err
}

// isIn reports whether a text has the person's e-mail address, or a number with the digits of the phone number.
func (p Person) isIn(text string) bool {
	isAddress := func(word string) bool { return p.Email != "" && strings.EqualFold(strings.Trim(word, "."), p.Email) }
	isPhone := func(number string) bool { return p.Phone != "" && strings.Contains(digitsOf(number), p.Phone) }
	ends := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`<>()[],;:"'`, r) }
	endsNumber := func(r rune) bool { return !strings.ContainsRune("0123456789+-(). /", r) }
	return slices.ContainsFunc(strings.FieldsFunc(text, ends), isAddress) ||
		slices.ContainsFunc(strings.FieldsFunc(text, endsNumber), isPhone)
}

// addEntries adds the entries of a book that have the person.
func (e *Eraser) addEntries(ctx context.Context, p Person, found []Entry, accountID int64, book *shipment.Book) ([]Entry, error) {
	entries, err := e.Store.MasterData.Entries(ctx, accountID, book, masterdata.EntryFilter{})
	for _, entry := range entries {
		var fields map[string]any
		if err := json.Unmarshal([]byte(entry.Value), &fields); err != nil {
			return nil, fmt.Errorf("%s %q of account %d: %w", book.Kind, entry.Name, accountID, err)
		}
		for _, value := range fields {
			if text, _ := value.(string); p.isIn(text) {
				found = append(found, Entry{AccountID: accountID, Kind: book.Kind, Name: entry.Name, Value: json.RawMessage(entry.Value), book: book})
				break
			}
		}
	}
	return found, err
}

// Erased lists what was erased of a person.
type Erased struct {
	Orders  []store.Erasure
	Entries []Entry // of books, and notes, that were deleted
	Files   int     // of labels that were deleted
}

// Person erases a person from all orders that have ended, deletes the entries of books that have the person, and the files of
// labels.
func (e *Eraser) Person(ctx context.Context, p Person) (done Erased, err error) {
	byAccount := map[int64][]int64{}
	err = e.FindOrders(ctx, p, func(f Found) error {
		byAccount[f.Account] = append(byAccount[f.Account], f.Order.OrderID)
		return nil
	})
	for accountID, ids := range byAccount {
		if err != nil {
			return done, err
		}
		var erased []store.Erasure
		erased, err = e.Orders(ctx, accountID, ids)
		done.Orders = append(done.Orders, erased...)
	}
	if err == nil {
		done.Entries, err = e.FindEntries(ctx, p)
	}
	for _, entry := range done.Entries {
		if err == nil && entry.book == nil {
			err = e.Store.Annotations.DeleteNote(ctx, entry.AccountID, entry.Name, entry.noteID)
		} else if err == nil {
			err = e.Store.MasterData.DeleteEntry(ctx, entry.AccountID, entry.book, entry.Name)
		}
	}
	if err == nil {
		done.Files, err = e.Files(ctx, true)
	}
	return done, err
}
