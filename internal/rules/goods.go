package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// goods are the kinds of goods that items are told by, each a bit: first by HS codes, then by words. Bit 0 stands for words such as
// "with", behind which a text names what comes with the goods.
type goods struct {
	names    []string // by bit
	beside   [][]string
	prefixes map[string]meaning // of HS codes
	longest  int                // digits of a prefix
	words    *wordSet
	meanings []meaning // of the words
}

// meaning has the kinds of goods that a word or a prefix stands for, and the kinds that it excludes.
type meaning struct{ is, not uint64 }

const comesWith = 1

// goodsTable reads the embedded table once.
var goodsTable = sync.OnceValue(func() *goods {
	t := &goods{prefixes: make(map[string]meaning)}
	byWord := make(map[string]meaning)
	put := func(all map[string]meaning, list string, add meaning) {
		for _, entry := range splitCell(list) {
			all[entry] = meaning{all[entry].is | add.is, all[entry].not | add.not}
		}
	}
	for i, row := range readTable("goods.csv") {
		bit := uint64(1) << i
		t.names, t.beside = append(t.names, row["kind"]), append(t.beside, splitCell(row["beside"]))
		put(t.prefixes, row["hs"], meaning{is: bit})
		put(t.prefixes, row["hs_not"], meaning{not: bit})
		for _, language := range []string{"en", "zh_hans", "zh_hant", "ja", "ko", "th", "id", "vi"} {
			put(byWord, fold(row[language]), meaning{is: bit})
		}
		put(byWord, fold(row["not"]), meaning{not: bit})
	}
	if len(t.names) > 64 {
		panic(fmt.Sprintf("goods.csv has %d kinds: want at most 64", len(t.names)))
	}
	var words []string
	for w, m := range byWord {
		words, t.meanings = append(words, w), append(t.meanings, m)
	}
	t.words = newWordSet(words, func(r rune) bool { return isUnspaced(r) || unicode.Is(unicode.Hangul, r) })
	for prefix := range t.prefixes {
		t.longest = max(t.longest, len(prefix))
	}
	return t
})

// GoodsKinds are the kinds of goods that rules can name.
func GoodsKinds() []string { return goodsTable().names[comesWith:] }

// bits are the kinds with some names.
func (t *goods) bits(names []string) (bits uint64) {
	for _, name := range names {
		bits |= 1 << max(0, slices.Index(t.names, name))
	}
	return bits
}

// itemGoods are the kinds of goods of an item, by what says it.
type itemGoods struct{ code, customsDesc, desc uint64 }

func (g itemGoods) kinds() uint64 { return g.code | g.customsDesc | g.desc }

// field is the field that says that the item is of one of some kinds.
func (g itemGoods) field(kinds uint64) string {
	switch {
	case g.code&kinds != 0:
		return fieldItemHSCode
	case g.customsDesc&kinds != 0:
		return "item_customs_desc"
	}
	return "item_desc"
}

var noItemTrade shipment.ItemTrade

// hit is a word that a text has.
type hit struct {
	at, end int
	meaning
}

// of tells what an item is. The longest prefix of its HS code decides; what no prefix decides, the words do.
func (t *goods) of(it *item) (is itemGoods) {
	trade := cmp.Or(it.Trade, &noItemTrade)
	var decided uint64
	for n := min(len(trade.HSCode), t.longest); n > 1; n-- {
		m := t.prefixes[trade.HSCode[:n]]
		is.code |= m.is &^ (m.not | decided)
		decided |= m.is | m.not
	}
	var room [2 * foldRoom]byte
	text := appendFolded(room[:0], trade.CustomsDesc)
	ofCustoms := len(text)
	text = appendFolded(append(text, " . "...), it.Desc)
	var hitRoom [16]hit
	hits, named := hitRoom[:0], uint64(0)
	t.words.each(text, func(word, at int) bool {
		m := t.meanings[word]
		hits, named = append(hits, hit{at, at + len(t.words.words[word]), m}), named|m.is
		return true
	})
	for kind := range t.names {
		bit := uint64(1) << kind
		if bit == comesWith || bit&named&^decided == 0 || trade.HSCode != "" && !t.isBeside(kind, trade.HSCode) {
			continue
		}
		if at := said(hits, bit, len(text)); at >= ofCustoms {
			is.desc |= bit
		} else if at >= 0 {
			is.customsDesc |= bit
		}
	}
	return is
}

// isBeside reports whether goods with an HS code can be of a kind by words alone.
func (t *goods) isBeside(kind int, code string) bool {
	chapters := t.beside[kind]
	return len(chapters) == 0 || slices.ContainsFunc(chapters, func(c string) bool { return strings.HasPrefix(code, c) })
}

// said is where a text first names a kind of goods. It is -1 if the text names another thing for these goods: "case for power bank".
// What comes with the goods does not count: "power bank with case".
func said(hits []hit, kind uint64, end int) int {
	named := hit{at: end}
	for _, h := range hits {
		if h.is&kind != 0 && h.at < named.at {
			named = h
		}
	}
	for _, h := range hits {
		if h.is&comesWith != 0 && h.at >= named.end {
			end = min(end, h.at)
		}
	}
	if slices.ContainsFunc(hits, func(h hit) bool { return h.not&kind != 0 && h.at < end }) {
		return -1
	}
	return named.at
}

// goodsKinds are the kinds of goods of all items of the order.
func (v *visit) goodsKinds() uint64 {
	if len(v.goods) == 0 {
		for i := range v.order.Items {
			is := goodsTable().of(&v.order.Items[i])
			v.goods, v.kinds = append(v.goods, is), v.kinds|is.kinds()
		}
	}
	return v.kinds
}

// rightGoods makes the function that says whether an item is right. With a field, an item is right if it has the field. With an
// expression, it is right if the expression is true. Without both, no item is right.
func rightGoods(r *Rule) (func(v *visit, index int) (bool, error), *Problem) {
	f := fieldsByName[r.Field]
	switch {
	case r.Expression != "":
		e, err := compileExpression(r.Expression, true)
		if err != nil {
			return nil, &Problem{Key: "expression", Message: problem.RuleWrong.With(err)}
		}
		return func(v *visit, _ int) (bool, error) { return e.holds(&v.variables) }, nil
	case f == nil:
		return func(*visit, int) (bool, error) { return false, nil }, nil
	}
	return func(v *visit, index int) (bool, error) { return !f.isZero(v.order, index), nil }, nil
}

// compileGoods finds items of some kinds that are not right. With pieces an order may have so many.
func compileGoods(r *Rule) (check, *Problem) {
	kinds, f := goodsTable().bits(r.Goods), fieldsByName[r.Field]
	right, wrong := rightGoods(r)
	if wrong != nil {
		return nil, wrong
	}
	place := func(is itemGoods, i int) (field string, index int) {
		switch {
		case f == nil:
			return is.field(kinds), i
		case f.isOfItem():
			return f.Name, i
		}
		return f.Name, -1
	}
	return func(v *visit) {
		defer func() { v.item = nil }()
		pieces := int64(0)
		for i, is := range v.goods {
			if is.kinds()&kinds == 0 {
				continue
			}
			v.item = &v.order.Items[i]
			pieces += v.item.Quantity
			field, index := place(is, i)
			switch holds, err := right(v, index); {
			case v.failed(err, field, index, ""):
				return
			case !holds && pieces > r.Pieces:
				if v.find(field, index, problem.NotAccepted); r.Pieces > 0 || index < 0 {
					return // of the order as a whole
				}
			}
		}
	}, nil
}
