package request

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-faster/jx"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// entryReader reads the entries of a book.
type entryReader struct {
	fields []Field
	shape  *Shape
	read   func(values) (entry string, problems Problems)
}

var entryReaders = map[*shipment.Book]entryReader{
	shipment.Addresses: newEntryReader(shipment.PartyFields),
	shipment.Goods:     newEntryReader(shipment.GoodsFields, "item_quantity"), // programs send goods as items
	shipment.Boxes:     newEntryReader(shipment.BoxFields),
}

// newEntryReader reads entries with some fields, beside which some may be sent. An entry has the values as a response shows them. Empty
// values are left out.
func newEntryReader[T any](fields []shipment.Field[T], beside ...string) entryReader {
	t := newTable(columns(fields, shipment.Sent.OfCreate)...)
	return entryReader{t.fields(), ownShape(slices.Concat(t.keys, beside)...), func(from values) (string, Problems) {
		var read T
		if problems := t.read(from, &read); problems != nil {
			return "", problems
		}
		return string(shipment.AppendObject(nil, fields, &read)), nil
	}}
}

// BookFields are the fields of the entries of a book; none if they have some fields of a create order.
func BookFields(book *shipment.Book) []Field { return entryReaders[book].fields }

// ReadEntry reads an entry of a book from its name and a body of JSON. If the name is wrong, that is the only problem.
func ReadEntry(book *shipment.Book, name string, body []byte) (e shipment.Entry, problems Problems) {
	if refused := EntryNameProblem(book, name); !refused.IsZero() {
		return e, Problems{{"name", Messages{refused}}}
	}
	e.Name = name
	r, known := entryReaders[book]
	if !known {
		e.Value, problems = readPart(book, body)
	} else if sent, err := Decode(body, r.shape); err != nil {
		problems = Problems{{NonFieldErrors, Messages{explain(body, err).Problem()}}}
	} else if problems = objectProblem(sent.top()); problems == nil {
		e.Value, problems = r.read(sent)
		problems = append(problems, sent.Unknown()...)
	}
	if large := sizeProblem(book, e.Value); problems == nil && !large.IsZero() {
		problems = Problems{{NonFieldErrors, Messages{large}}}
	}
	return e, problems
}

// EntryOf is ReadEntry of values that this program has, see FormOf. They are JSON in an entry, too.
func EntryOf(book *shipment.Book, name string, values map[string]any) (shipment.Entry, Problems) {
	return ReadEntry(book, name, jsonOf(values))
}

func sizeProblem(book *shipment.Book, value string) problem.Message {
	if len(value) > book.MaxBytes {
		return problem.EntrySize.With(book.Kind, book.MaxBytes>>10)
	}
	return problem.Message{}
}

// EntryProblem returns the problem of the name or the size of an entry, the zero message for none.
func EntryProblem(book *shipment.Book, e shipment.Entry) problem.Message {
	if refused := EntryNameProblem(book, e.Name); !refused.IsZero() {
		return refused
	}
	return sizeProblem(book, e.Value)
}

// ReadEntryTexts reads the values of an entry of a book from the texts of its fields.
func ReadEntryTexts(book *shipment.Book, texts map[string]string) (value string, problems Problems) {
	sent := valueMap{}
	for field, text := range texts {
		if text != "" {
			sent[field] = Text(text)
		}
	}
	return entryReaders[book].read(sent)
}

// EntryNameProblem returns the problem of the name of an entry, the zero message for none.
func EntryNameProblem(book *shipment.Book, name string) problem.Message {
	switch {
	case name == "" || strings.TrimSpace(name) != name || !utf8.ValidString(name):
		return problem.SpaceAround
	case utf8.RuneCountInString(name) > book.MaxName:
		return problem.MaxLength.With(book.MaxName)
	case strings.ContainsFunc(name, func(r rune) bool { return r == '/' || unicode.IsControl(r) }):
		return problem.NotPlainName
	case book != shipment.Views && (name == "." || name == ".." || name == "import" && book != shipment.Templates):
		return problem.ReservedName
	}
	return problem.Message{}
}

// readPart reads some fields of an order, without the key of the caller. Their values are checked when an order is created.
func readPart(book *shipment.Book, body []byte) (string, Problems) {
	var problems Problems
	var e jx.Encoder
	e.ObjStart()
	err := jx.DecodeBytes(body).ObjBytes(func(d *jx.Decoder, key []byte) error {
		value, err := d.Raw()
		name := string(key)
		switch {
		case err != nil || name == secretKey:
		case name == trackingNoField && book == shipment.Templates:
			problems = problems.with(name, Messages{problem.NoTemplateTrackingNo})
		case !slices.ContainsFunc(CreateFields(), func(f Field) bool { return f.Name == name }):
			problems = problems.with(name, Messages{unknownInOrder.message(name, createShape.element.keys)})
		default:
			problems = problems.with(name, unknownIn(name, value))
			e.FieldStart(name)
			e.Raw(value)
		}
		return err
	})
	e.ObjEnd()
	if err != nil {
		problems = Problems{{NonFieldErrors, Messages{problem.NotOrderPart}}}
	}
	return string(e.Bytes()), problems
}
