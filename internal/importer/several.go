package importer

import (
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/problem"
)

// Fields of items that a cell with several items may list.
const (
	descField  = "item_desc"
	skuField   = "item_sku"
	priceField = "item_price_value"
)

var listedFields = []string{descField, skuField, quantityField, priceField}

// ofAllItems are the fields whose column may have one value for all items of a cell.
var ofAllItems = []string{"item_category", "item_hs_code", "item_origin_country", "item_customs_desc", priceCurrency}

// How people write several items in a cell: 2 x T-Shirt @ 350; 1 x Cap, or T-Shirt x2, Cap (x1). Between a number and x is no
// number, because 10 x 15 is a size.
var (
	countFirst   = compiled(`^(\d{1,4})\s?(?:[x×*]\s?|X\s)([\p{L}"'“«(\[].*)$`)
	countLast    = compiled(`^(.*[^\d\s(])\s*(?:\s[x×*]\s?(\d{1,4})|\(\s?[x×*X]\s?(\d{1,4})\s?\))$`)
	priceBehind  = compiled(`^(.*\S)\s*@\s*(\S.*)$`)
	commaBetween = compiled(`,\s*\d{1,4}\s?[x×*]\s?\p{L}|[x×*]\s?\d{1,4}\s*\)?\s*,`)
	seemsCounted = compiled(`(?:^|[\s;,|])\d{1,4}\s?(?:[x×*]\s?|X\s)\p{L}|` +
		`[^\d\s]\s[x×*]\s?\d{1,4}(?:\s*[;,|\n]|$)|\([x×*X]\s?\d{1,4}\)|` +
		`\(\s?\d{1,4}\s?(?:pieces?|pcs\.?|件|个|個)\s?\)|(?i:qty|quantity|jumlah|数量)\s?[:：]\s?\d`)
	plainPrice = compiled(`^\d{1,9}(?:[.,]\d{1,2})?$`)
	plainCount = compiled(`^\d{1,5}$`)
)

// Also with names: Product Qty: 2, Product Name: Mug, Product Unit Price: 10.00.
var (
	itemNumber = compiled(`^\[\d+\]\s*`)
	namedValue = compiled(`^[\s\p{Z}]*(\p{L}[\p{L} ]{0,40}):\s*(.*?)[\s\p{Z}]*$`)
)

// So has the WooCommerce plugin by WebToffee: name:Tee|sku:T-1|quantity:2|total:50.00, a cell for each item.
var (
	pluginItem  = compiled(`^name:.*\|quantity:`)
	pluginValue = compiled(`^([a-z][a-z_]*):(.*)$`)
	pluginKeys  = map[string]string{"name": descField, "sku": skuField, "quantity": quantityField, "total": priceField}
)

// listed is an item of a cell: its values by field. nil: the item has its values in columns alone.
type listed map[string]string

// listedIn reads the items of a cell, nil if not all are sure.
func listedIn(text string) (items []listed) {
	if pluginItem().MatchString(text) {
		if item := itemOfPlugin(text); item != nil {
			return []listed{item}
		}
		return nil
	}
	for one := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '|' }) {
		if item := namedItem(one); item != nil {
			items = append(items, item)
			continue
		}
		for part := range strings.SplitSeq(one, ";") {
			counted := []string{part}
			if commaBetween().MatchString(part) {
				counted = strings.Split(part, ",")
			}
			for _, part := range counted {
				if part = strings.TrimSpace(part); part == "" {
					continue
				}
				item := countedItem(part)
				if item == nil {
					return nil
				}
				items = append(items, item)
			}
		}
	}
	return items
}

func countedItem(text string) listed {
	item := listed{}
	if m := priceBehind().FindStringSubmatch(text); m != nil {
		text, item[priceField] = m[1], strings.TrimSuffix(strings.TrimSuffix(m[2], " each"), " ea")
	}
	if m := countFirst().FindStringSubmatch(text); m != nil {
		item[quantityField], item[descField] = m[1], m[2]
	} else if m := countLast().FindStringSubmatch(text); m != nil {
		item[quantityField], item[descField] = m[2]+m[3], m[1]
	}
	return item.ifUnambiguous()
}

// namedItem reads an item whose values have names. A value may have commas, too.
func namedItem(text string) listed {
	text = itemNumber().ReplaceAllString(strings.TrimSpace(text), "")
	parts := strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' })
	item := namedValues(parts, ",", namedValue(), func(name string) string {
		found, _, _ := strongSynonym(name)
		return found.field
	})
	maps.DeleteFunc(item, func(_, value string) bool { return value == "" })
	return item.ifUnambiguous()
}

// itemOfPlugin reads an item as WebToffee writes it. A name may have bars, too. The total is of all pieces.
func itemOfPlugin(text string) listed {
	item := namedValues(strings.SplitSeq(text, "|"), "|", pluginValue(), func(name string) string { return pluginKeys[name] }).ifUnambiguous()
	if item != nil && item[priceField] != "" {
		item[priceField] = ofPieces(item[priceField], item[quantityField])
	}
	return item
}

// namedValues are the values of an item by their names. A part without a name belongs to the value before it.
func namedValues(parts iter.Seq[string], between string, pattern *regexp.Regexp, fieldOf func(name string) string) listed {
	item, last := listed{}, ""
	for part := range parts {
		m := pattern.FindStringSubmatch(part)
		if m == nil {
			item[last] += between + part
			continue
		}
		if last = fieldOf(m[1]); !slices.Contains(listedFields, last) || item[last] != "" {
			last = ""
		}
		item[last] = m[2]
	}
	delete(item, "")
	return item
}

// ifUnambiguous returns the item if it has a text and a number of pieces, and its price can be read in one way only; else nil.
func (l listed) ifUnambiguous() listed {
	if price, has := l[priceField]; has {
		number, _ := amountOf(price)
		if !plainPrice().MatchString(number) {
			return nil
		}
		l[priceField] = strings.ReplaceAll(number, ",", ".")
	}
	if l[descField] == "" || !plainCount().MatchString(l[quantityField]) {
		return nil
	}
	return l
}

// ofLists finds a column such as Products with the descriptions, unless it has numbers.
func (s *suggestion) ofLists() (found []candidate) {
	for i, heading := range s.table.Headings {
		if !isWord("lists", heading) {
			continue
		}
		if several, numbers := s.listedFields(i); several != nil || !numbers {
			c := s.candidate(i, descField, scoreFurther)
			c.needs = func() bool { return !s.mapped[quantityField] && !s.mapped[descField] }
			found = append(found, c)
		}
	}
	return found
}

// several proposes that the column with the descriptions has several items, if the file has no column with their numbers and at least
// half of its first cells are lists of items.
func (s *suggestion) several() {
	if at := s.firstSuggested(descField); at >= 0 && !s.mapped[quantityField] {
		s.columns[at].Several, _ = s.listedFields(s.columns[at].index)
	}
}

// listedFields returns the fields that each item of a column has, nil if less than half of its first cells are lists of items; and
// whether some cell begins with a number.
func (s *suggestion) listedFields(column int) (fields []string, numbers bool) {
	var all []listed
	cells, lists := 0, 0
	s.texts(column, func(text string) {
		cells++
		numbers = numbers || isDigit(text, 0)
		if items := listedIn(text); items != nil {
			lists, all = lists+1, append(all, items...)
		}
	})
	if lists == 0 || 2*lists < cells {
		return nil, numbers
	}
	for _, field := range listedFields[1:] {
		if !s.mapped[field] && !slices.ContainsFunc(all, func(l listed) bool { return l[field] == "" }) {
			fields = append(fields, field)
		}
	}
	return fields, numbers
}

// listedItems returns the items of a row: those of its cell with several, or else one that has no values of its own. It adds a cell
// that names numbers of pieces which nothing else has.
func (p *Plan) listedItems(d *Draft, row Row) []listed {
	desc, quantity := p.byField[descField], p.byField[quantityField]
	if desc == nil || len(desc.columns) == 0 || p.several == nil && quantity != nil && len(quantity.columns) > 0 {
		return []listed{nil}
	}
	if p.several != nil {
		if items := desc.listedIn(row); items != nil {
			return items
		}
	}
	text := desc.text(row)
	if seemsCounted().MatchString(text) {
		d.add(p.at(row, desc.source(row), descField, text, problem.UnreadItems))
	}
	return []listed{nil}
}

// listedIn reads the items of all columns of a row, nil if not all are sure.
func (f *fieldPlan) listedIn(row Row) (items []listed) {
	for i := range f.columns {
		text := f.columns[i].convert(&f.Field, row)
		if text == "" {
			continue
		}
		some := listedIn(text)
		if some == nil {
			return nil
		}
		items = append(items, some...)
	}
	return items
}

// listedValue is the value of a field of an item in a cell with several. A column that has one value for all of them is a problem if
// it may be the value of one, or their sum.
func (p *Plan) listedValue(d *Draft, f *fieldPlan, row Row, item listed) string {
	if value, has := item[f.Name]; has {
		return value
	}
	text := f.text(row)
	if text != "" && !slices.Contains(ofAllItems, f.Name) {
		d.add(p.at(row, f.source(row), f.Name, text, problem.OneForSeveral))
	}
	return text
}
