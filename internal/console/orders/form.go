package orders

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// FormPage is the page of a new order or return.
type FormPage struct {
	Form      *web.Form // for the summary of problems
	Warnings  []web.FormProblem
	Title     string
	Action    string // path that the form is sent to
	Check     string // path that checks it as one types; "": it is not checked
	Preview   string // path that draws its label; "": it has none
	Groups    []groupView
	Lane      string            // that the services are sorted for
	Choices   template.HTML     // of countries and currencies
	HSCodes   []shipment.HSCode // proposed for what was typed
	Fillers   []filler
	Pasted    pasted
	Templates []templateLink
	Template  string // the name to save as, as it was typed
	Draft     string // the name of the draft that is completed
	Notice    string
	From      string // of a copy: the number of the other order
	IsReturn  bool
	Edited    string // the number of the order that is changed; "": a new one
	Version   string // of that order
	Card      string // the card of the page of that order that the form is; "": it is a page of its own
	Refused   bool   // its partner refused it, and gets it again
	Replaced  bool   // it is cancelled, and another one takes its place
	// NeedsAnother: what was typed may need another order in its place.
	NeedsAnother bool
}

// templateLink leads to a new order from a template.
type templateLink struct {
	Name, Path string
	Current    bool
}

// groupView is a group of fields of a form.
type groupView struct {
	Name, Hint, ID, List, Add string // Add is the text of the button that adds a row; "": there are the most
	Inputs                    []inputView
	Rows                      []rowView
	Folded, Open              bool
	Step                      string
	Line                      []inputView // of the one line that it is, folded, with the beginnings of their values
	Tight                     bool        // the inputs are short
}

// rowView is a row of a list of a form.
type rowView struct {
	Title        string
	Inputs, More []inputView
	Open         bool   // More is shown
	Folded       bool   // it is one line, until it is opened
	Unfolded     bool   // it is open at first
	Remove       string // value of the button that removes it
}

// inputView is an input of a form.
type inputView struct {
	Name, ID, Label, Hint, Type, Value, List, Inputmode string
	Suffix                                              string // of the ids of its hint, errors and warnings
	Optional, Wide, Focus                               bool
	Errors, Warnings                                    []string
	Choices                                             []web.Option
	Services                                            []serviceGroup // of the service
}

// serviceGroup is services under a heading.
type serviceGroup struct {
	Name     string
	Services []web.Option
}

// NewFormPage makes the page of a form, with the problems and the warnings that were found.
func NewFormPage(v *web.Visit, f *orderform.Form, problems, warnings []orderform.Problem) (*FormPage, error) {
	var r web.Reading
	choices := web.Read1(&r, choicesIn, v.Names())
	codes := web.Read2(&r, hsCodes, v, f)
	services := web.Read2(&r, servicesFor, v, f)
	if r.Err != nil {
		return nil, r.Err
	}
	p := &FormPage{Form: web.NewForm(nil), Choices: choices, IsReturn: f.IsReturn(), Lane: laneOf(v, f), HSCodes: codes}
	words := v.Words()
	for _, problem := range problems {
		if problem.Input != "" && p.Form.Labels[problem.Input] == "" {
			p.Form.Label(problem.Input, words.Place(f, problem.Input))
		}
		p.Form.Fail(problem.Input, problem.Message)
	}
	for _, w := range warnings {
		summed := web.FormProblem{Label: placeOf(v, f, w.Input), Text: w.Message}
		if w.Input != "" {
			summed.ID = p.Form.ID(w.Input)
		}
		p.Warnings = append(p.Warnings, summed)
	}
	focus := f.Focus()
	input := func(name string, of orderform.Field) inputView {
		view := newInputView(v, f, name, of)
		view.Errors, view.ID = p.Form.Errors(name), p.Form.ID(name)
		view.Suffix = strings.TrimPrefix(view.ID, "f-")
		view.Focus = len(problems) == 0 && name == focus
		for _, w := range warnings {
			if w.Input == name {
				view.Warnings = append(view.Warnings, w.Message)
			}
		}
		if of.Type.Name == request.TypeService {
			view.Services = services
		}
		return view
	}
	for i, g := range f.Groups {
		view := newGroupView(v, f, g, input)
		view.ID = fmt.Sprint("g-", i)
		p.Groups = append(p.Groups, view)
	}
	return p, nil
}

// inputs are those of all groups.
func (p *FormPage) inputs() []inputView {
	var all []inputView
	for _, g := range p.Groups {
		for _, row := range g.Rows {
			all = append(append(all, row.Inputs...), row.More...)
		}
		all = append(all, g.Inputs...)
	}
	return all
}

// newGroupView is a group with its inputs, which input makes.
func newGroupView(v *web.Visit, f *orderform.Form, g orderform.Group, input func(string, orderform.Field) inputView) groupView {
	view := groupView{Name: v.T(g.Name), List: g.List, Step: v.T(g.Step), Folded: g.Folded, Open: f.Has(g)}
	if !f.Shows(g) {
		view.List, view.Add = g.Fields[0].Name, v.T(web.Key("Fill in"))
		return view
	}
	view.Hint, view.Open, view.Tight = v.T(g.Hint), view.Open || g.OnDemand, len(g.Fields) > 0
	for _, of := range g.Fields {
		view.Inputs = append(view.Inputs, input(of.Name, of))
		view.Tight = view.Tight && of.Type.Name == request.TypeDecimal
	}
	for row := range f.Rows(g.List) {
		view.Rows = append(view.Rows, newRowView(v, f, g.List, row, input))
	}
	if g.List != "" && f.CanAdd(g.List) {
		view.Add = v.T(addTexts[g.List])
	}
	if len(g.Line) > 0 && !slices.ContainsFunc(view.Inputs, func(i inputView) bool { return i.Value == "" && !i.Optional }) {
		view.fold(g.Line)
	}
	view.Open = view.Open || slices.ContainsFunc(view.Inputs, inputView.marked)
	for _, row := range view.Rows {
		view.Open = view.Open || row.Open || slices.ContainsFunc(row.Inputs, inputView.marked)
	}
	return view
}

// fold makes the group one line, which shows some of its inputs.
func (view *groupView) fold(line []string) {
	view.Folded, view.Open = true, slices.ContainsFunc(view.Inputs, func(i inputView) bool { return i.Focus })
	for _, input := range view.Inputs {
		if input.Value = shipment.Shorten(input.Value, 40); slices.Contains(line, input.Name) {
			view.Line = append(view.Line, input)
		}
	}
}

// addTexts are the buttons that add a row to a list.
var addTexts = map[string]string{
	orderform.Items: web.Key("Add an item"), orderform.TaxIDs: web.Key("Add a tax id"), orderform.Metadata: web.Key("Add a record"),
}

func (i inputView) marked() bool { return len(i.Errors)+len(i.Warnings) > 0 }

func newRowView(v *web.Visit, f *orderform.Form, list string, row int, input func(string, orderform.Field) inputView) rowView {
	fields := f.Row(list)
	view := rowView{Title: v.Words().Place(f, orderform.Input(list, row, fields[0].Name))}
	if list != orderform.Items || f.Rows(list) > 1 {
		view.Remove = "remove:" + list + ":" + strconv.Itoa(row)
	}
	for _, of := range fields {
		made := input(orderform.Input(list, row, of.Name), of)
		if of.More {
			view.More = append(view.More, made)
			view.Open = view.Open || made.marked() || made.Value != ""
			continue
		}
		view.Inputs = append(view.Inputs, made)
	}
	view.Folded = list == orderform.Items && f.Rows(list) > mostUnfolded
	view.Unfolded = slices.ContainsFunc(slices.Concat(view.Inputs, view.More), func(i inputView) bool { return i.Focus || i.marked() })
	return view
}

// mostUnfolded is up to how many items of an order are all open. Of more, only those with a problem or the focus are.
const mostUnfolded = 5

// wide are the fields that take a line of their own.
var wide = map[string]bool{
	"consignee_name": true, "consignee_address": true, "pickup_contact_name": true, "pickup_address": true, "item_desc": true,
	"name": true, "address": true, "service_id": true, "forward_tracking_no": true, "delivery_note": true, "pickup_notes": true,
	"item_customs_desc": true,
}

// inputKinds are how the inputs of a type of field differ from those of a text. An e-mail address is a text, because a browser
// does not send what it does not take for one.
var inputKinds = map[shipment.TypeName]struct{ kind, mode, list string }{
	request.TypeEmail: {mode: "email"}, request.TypePhone: {kind: "tel"}, request.TypeLocalPhone: {kind: "tel"},
	request.TypeDate: {kind: "date"}, request.TypeDecimal: {mode: "decimal"}, request.TypeInteger: {mode: "numeric"},
	request.TypeCountry: {list: "countries"}, request.TypeHSCode: {list: hsCodeList}, request.TypeCurrency: {list: "currencies"},
	request.TypeChoice: {kind: "select"}, request.TypeService: {kind: "service"},
}

// hsCodeList is the id of the list with proposals of HS codes.
const hsCodeList = "hs-codes"

// newInputView is an input with the value that was typed.
func newInputView(v *web.Visit, f *orderform.Form, name string, of orderform.Field) inputView {
	kind := inputKinds[of.Type.Name]
	if of.Name == "item_hazard_class" { // has short names, which who ships such goods knows, and every item has the input
		kind.kind = ""
	}
	view := inputView{
		Name: name, Label: v.T(of.Label), Value: f.Value(name), Type: cmp.Or(kind.kind, "text"), Inputmode: kind.mode, List: kind.list,
		Optional: !of.Required, Wide: wide[of.Name], Hint: v.T(of.Hint),
	}
	if tariff := shipment.Tariffs()[v.Names().Code(f.Value("consignee_country"))]; tariff != nil && kind.list == hsCodeList {
		view.Hint = v.T("6 digits, or all %d of the destination, or words in English to search them.", tariff.Longest)
	}
	switch {
	case view.Type == "select":
		view.Choices = choicesOf(v, of, view.Value)
	case view.Type == "date" && !isDay(view.Value): // a browser would not show it
		view.Type = "text"
	}
	return view
}

func isDay(text string) bool {
	_, err := parseDay(text)
	return text == "" || err == nil
}

// choicesOf are the choices of a field, with one for none, and one for a value that is not among them.
func choicesOf(v *web.Visit, of orderform.Field, value string) []web.Option {
	choices := web.Options("", of.Options, func(o orderform.Option) web.Option { return web.Option{Value: o.Value, Text: v.T(o.Text)} })
	if len(of.Options) == 0 {
		choices = web.Options("", of.Type.Choices, web.Itself)
	}
	if !slices.ContainsFunc(choices, func(o web.Option) bool { return o.Value == value }) {
		choices = append(choices, web.Option{Value: value, Text: value})
	}
	return choices
}

// showForm shows a form with what was found about it.
func showForm(v *web.Visit, status int, f *orderform.Form, problems, warnings []orderform.Problem, notice string) error {
	p, err := NewFormPage(v, f, problems, warnings)
	if err != nil {
		return err
	}
	p.Notice, p.Template, p.Draft = notice, v.FormValue("template_name"), v.FormValue(shipment.Drafts.Kind)
	var r web.Reading
	p.Fillers = web.Read2(&r, fillers, v, len(problems) > 0)
	p.Title, p.Action = v.T("New return"), v.URL("returns/new")
	if !p.IsReturn {
		p.Title, p.Action, p.Check, p.Preview = v.T("New order"), v.URL("orders/new"), v.URL("orders/check"), v.URL("orders/label")
		if v.FormValue("action") != usePasted {
			p.Pasted, _ = pastedInto(v, f)
		}
		templates, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, shipment.Templates, masterdata.EntryFilter{})
		r.Err = cmp.Or(r.Err, err)
		p.Templates = each.Of(templates, func(t shipment.Entry) templateLink { return newTemplateLink(v, t) })
	}
	if v.Request.Method == http.MethodGet {
		p.From = strings.TrimSpace(v.FormValue("from"))
	}
	return v.Show(r.Err, status, "order_form.html", p)
}

func newTemplateLink(v *web.Visit, t shipment.Entry) templateLink {
	query := QueryOf("template", t.Name)
	return templateLink{t.Name, v.URL("orders/new") + query, v.Request.Method == http.MethodGet && v.FormValue("template") == t.Name}
}
