package orderform

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/inforce"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Problem is a message at an input; "" is the whole form, or a setting for customs.
type Problem struct{ Input, Message, Setting string }

// Problems are those of an answer of the API about one order, by path, such as orders.0.items.1.item_quantity, at the
// inputs of the form and in their order.
func (s Sent) Problems(f *Form, byPath map[string][]problem.Message, words Words) []Problem {
	var all []Problem
	for path, messages := range byPath {
		for _, message := range messages {
			all = append(all, s.problem(f, path, message, words))
		}
	}
	s.sort(f, all)
	return all
}

// Warnings are those about one order, at the inputs of the form.
func (s Sent) Warnings(f *Form, found []inforce.Warning, words Words) []Problem {
	all := make([]Problem, len(found))
	for i, w := range found {
		path := w.Field
		if w.Index >= 0 {
			list := Items
			if path == TaxIDs {
				list, path = TaxIDs, "number"
			}
			path = list + "." + strconv.Itoa(w.Index) + "." + path
		}
		all[i] = s.problem(f, path, w.Message, words)
	}
	s.sort(f, all)
	return all
}

// problem is a message of the API about a path at its input. A fact that only a setting states is at none, but names the setting.
func (s Sent) problem(f *Form, path string, message problem.Message, words Words) Problem {
	if message.Is(problem.MissingRestriction) {
		return Problem{Message: words.Say("", message), Setting: shipment.CustomsRestriction}
	}
	input := s.input(f, path)
	return Problem{Input: input, Message: words.message(f, input, message)}
}

func (s Sent) sort(f *Form, problems []Problem) {
	inputs := f.Inputs()
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(slices.Index(inputs, a.Input), slices.Index(inputs, b.Input)), strings.Compare(a.Message, b.Message))
	})
}

// input is the input of a path of the API: that of a list as a whole is its first one, and "" is about no input.
func (s Sent) input(f *Form, path string) string {
	path = strings.TrimPrefix(path, "orders.0")
	path = strings.TrimPrefix(path, ".")
	list, rest, _ := strings.Cut(path, ".")
	if most[list] == 0 {
		if _, known := f.fields[path]; known {
			return path
		}
		return ""
	}
	if list == Metadata {
		if row, known := s.keys[rest]; known && rest != "" {
			return Input(Metadata, row, "value")
		}
		return Input(Metadata, s.keys[rest], "key")
	}
	at, field, _ := strings.Cut(rest, ".")
	place, _ := strconv.Atoi(at) // 0 for the list as a whole
	row := 0
	if rows := s.rows[list]; place >= 0 && place < len(rows) {
		row = rows[place]
	}
	if _, known := fieldNamed(f.lists[list], field); known {
		return Input(list, row, field)
	}
	return Input(list, row, f.lists[list][0].Name)
}
