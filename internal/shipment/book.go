package shipment

import (
	"slices"
	"time"
)

// Book is a kind of named entries that an account keeps for later orders.
type Book struct {
	Name     string   // of the book, such as addresses: in paths and commands
	Kind     string   // of an entry, such as address: in the database and the audit log
	Most     int      // entries of an account
	MaxName  int      // code points of the name of an entry
	MaxBytes int      // of the JSON of an entry
	Searched []string // the fields by which entries are found, beside their names
	Personal bool     // entries may be about people
	// HidesNames: the names of entries may be those of people, so the audit log has hashes of them.
	HidesNames bool
}

// Entry is an entry of a book.
type Entry struct {
	Name      string // 1 to MaxName code points
	Value     string // JSON object, at most MaxBytes
	UpdatedOn time.Time
}

// The books. Templates and drafts have some fields of a create order.
var (
	Templates = &Book{Name: "templates", Kind: "template", Most: 100, MaxName: 60, MaxBytes: 64 << 10, Personal: true}
	Addresses = &Book{
		Name: "addresses", Kind: "address", Most: 5000, MaxName: MaxText, MaxBytes: 16 << 10, Personal: true, HidesNames: true,
		Searched: []string{"name", "number", "email", "postal", "city"},
	}
	Goods = &Book{
		Name: "goods", Kind: "goods", Most: 5000, MaxName: MaxText, MaxBytes: 32 << 10,
		Searched: []string{"item_sku", "item_desc", "item_hs_code"},
	}
	Boxes  = &Book{Name: "boxes", Kind: "box", Most: 200, MaxName: 60, MaxBytes: 1 << 10}
	Drafts = &Book{Name: "drafts", Kind: "draft", Most: 200, MaxName: MaxText, MaxBytes: 128 << 10, Personal: true, HidesNames: true}
	// Views are filters of the console's list of orders. Only the console has them.
	Views = &Book{Name: "views", Kind: "view", Most: 30, MaxName: 60, MaxBytes: 4 << 10, Personal: true}

	Books = []*Book{Addresses, Goods, Boxes, Drafts, Templates, Views}
)

// BookByName returns a book of the API and the commands, nil if there is none.
func BookByName(name string) *Book {
	if i := slices.IndexFunc(Books, func(b *Book) bool { return b.Name == name && b != Views }); i >= 0 {
		return Books[i]
	}
	return nil
}

// Box is the size of a box, and its weight when it is empty.
type Box struct {
	Length, Width, Height Hundredths  // cm
	Weight                Thousandths // kg
}

// BoxFields are the fields of a box.
var BoxFields = []Field[Box]{
	number("length", typeSize, required, "Length in cm.", func(b *Box) *int64 { return (*int64)(&b.Length) }),
	number("width", typeSize, required, "Width in cm.", func(b *Box) *int64 { return (*int64)(&b.Width) }),
	number("height", typeSize, required, "Height in cm.", func(b *Box) *int64 { return (*int64)(&b.Height) }),
	number("weight", typeWeight, optional, "Weight of the empty box in kg.", func(b *Box) *int64 { return (*int64)(&b.Weight) }),
}

// GoodsFields are the fields of goods: those of an item without the quantity.
var GoodsFields = slices.DeleteFunc(slices.Clone(ItemFields), func(f Field[Item]) bool { return f.Name == "item_quantity" })
