package main

import (
	"regexp"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

// line is a field of a struct.
type line struct {
	info     shipment.FieldInfo
	Name     string
	Type     string
	Tag      string
	Value    string // the expression that fills it; callers fill those of the SDK
	Comments []string
}

// lines are the fields of a struct, in order.
type lines []line

// Take removes a field, by its name in the table, and returns it.
func (l *lines) Take(name string) lines {
	i := slices.IndexFunc(*l, func(of line) bool { return of.info.Name == name })
	taken := (*l)[i]
	*l = slices.Delete(*l, i, i+1)
	return lines{taken}
}

// Trade are the fields of the trade data.
func (l lines) Trade() lines {
	return l.where(func(f shipment.FieldInfo) bool { return f.Part == shipment.OfTrade })
}

// Others are the fields that are not of the trade data.
func (l lines) Others() lines {
	return l.where(func(f shipment.FieldInfo) bool { return f.Part != shipment.OfTrade })
}

// OnlyOfCreate are the fields that returns do not have.
func (l lines) OnlyOfCreate() lines {
	return l.where(func(f shipment.FieldInfo) bool { return f.Return == shipment.NotSent })
}

// Personal are the fields that may say something of a person, without the places that show where a parcel goes.
func (l lines) Personal() lines {
	return l.where(func(f shipment.FieldInfo) bool { return f.IsPersonal() && !place.MatchString(f.Name) })
}

var place = regexp.MustCompile(`(^|_)(state|city|province)$`)

func (l lines) where(keep func(shipment.FieldInfo) bool) lines {
	return slices.DeleteFunc(slices.Clone(l), func(of line) bool { return !keep(of.info) })
}

// initialisms are the words that names in Go have in upper case.
var initialisms = map[string]string{
	"cm": "CM", "cod": "COD", "hs": "HS", "itn": "ITN", "un": "UN", "id": "ID", "ids": "IDs", "kg": "KG", "sku": "SKU", "url": "URL",
}

// goName is the name in Go of a key.
func goName(key string) string {
	words := strings.Split(key, "_")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
		if upper, ok := initialisms[word]; ok {
			words[i] = upper
		}
	}
	return strings.Join(words, "")
}

// comments are sentences in lines of a comment.
func comments(sentences ...string) []string {
	all := []string{""}
	for word := range strings.FieldsSeq(strings.Join(sentences, " ")) {
		if last := len(all) - 1; len(all[last])+len(word) < 110 {
			all[last] = strings.TrimSpace(all[last] + " " + word)
		} else {
			all = append(all, word)
		}
	}
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}
