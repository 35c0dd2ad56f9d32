package request

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/go-faster/jx"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Edit is an order as a merge patch (RFC 7396) makes it.
type Edit struct {
	Order shipment.Order
	// Warnings are the problems of fields that the patch does not have, which the order had before.
	Warnings []FieldProblem
}

// ReadEdit applies a merge patch, which is valid JSON, to a stored order, and validates the result as a create or return
// request would be. Items and tax ids are replaced as a whole, metadata by key; null removes a value. Either nothing is
// wrong, or the problems are the body of the 400. Lookups.Taken and Lookups.Forward are not called.
func ReadEdit(ctx context.Context, patch []byte, stored *shipment.Order, lookups Lookups) (Edit, Problems, error) {
	return readEdit(ctx, patch, editing{stored: stored, lookups: lookups})
}

// ReadEditOfMany is ReadEdit of a patch for many orders, which may have fields of items besides: they are for every item of
// an order.
func ReadEditOfMany(ctx context.Context, patch []byte, stored *shipment.Order, lookups Lookups) (Edit, Problems, error) {
	return readEdit(ctx, patch, editing{stored: stored, lookups: lookups, everyItem: true})
}

// ReadReplacement applies a merge patch, which is valid JSON, to a stored order, and validates the result as a request that
// creates another order: no field has to stay. It has no tracking number unless the patch has one.
func ReadReplacement(ctx context.Context, patch []byte, stored *shipment.Order, lookups Lookups) (Orders, Problems, error) {
	e := editing{stored: stored, lookups: lookups, anew: true}
	if problems := e.read(patch); problems != nil {
		return Orders{}, problems, nil
	}
	made, problems, err := e.validated(ctx, e.patch)
	if err != nil || problems != nil {
		return Orders{}, problems, err
	}
	return Orders{Orders: []shipment.Order{*made}}, nil, nil
}

func readEdit(ctx context.Context, patch []byte, e editing) (Edit, Problems, error) {
	stored := e.stored
	problems := e.read(patch)
	if problems != nil {
		return Edit{}, problems, nil
	}
	after, found, err := e.validated(ctx, e.patch)
	if err != nil {
		return Edit{}, nil, err
	}
	if problems := e.destination(after); problems != nil {
		return Edit{}, problems, nil
	}
	edit := Edit{Order: *stored.Clone()}
	for name := range e.patch {
		edit.Order.CopyField(name, after)
	}
	if found != nil {
		if problems, err = e.compare(ctx, found, &edit); err != nil || problems != nil {
			return Edit{}, problems, err
		}
	}
	return edit, nil, nil
}

// editing is the reading of an edit.
type editing struct {
	stored  *shipment.Order
	lookups Lookups
	table   *table[shipment.Order]
	shape   *Shape
	patch   map[string]json.RawMessage // by the names of fields

	everyItem bool // the patch may have fields of items, which are for every item
	anew      bool // the result is another order
}

// read reads the members of a patch.
func (e *editing) read(patch []byte) (problems Problems) {
	e.table, e.shape = &createTable, createShape
	if e.stored.Return {
		e.table, e.shape = &returnTable, returnShape
	}
	sent, ok := members(patch, func(name string) bool {
		_, ofItem := itemTable.slots[name]
		return ofItem || e.column(name) != ""
	})
	if !ok {
		return Problems{{NonFieldErrors, Messages{problem.NotPatch}}}
	}
	delete(sent, secretKey)
	e.patch = make(map[string]json.RawMessage, len(sent))
	ofItems := make(map[string]json.RawMessage)
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		column := e.column(name)
		_, ofItem := itemTable.slots[name]
		switch {
		case ofItem && e.everyItem:
			ofItems[name] = sent[name]
		case column == "":
			problems = problems.with(name, Messages{unknownInOrder.message(name, e.table.keys)})
		case !e.anew && slices.ContainsFunc(shipment.OrderFields, func(f shipment.Field[order]) bool { return f.Name == name && f.IsFinal() }):
			problems = problems.with(name, Messages{problem.NeverChanges})
		case column == name || sent[column] == nil:
			e.patch[column] = sent[name]
		}
	}
	if len(ofItems) > 0 && e.patch[itemsField] == nil {
		e.patch[itemsField] = e.withItems(ofItems)
	}
	problems = problems.with(itemsField, unknownIn(itemsField, e.patch[itemsField]))
	return problems.with(taxIDsField, unknownIn(taxIDsField, e.patch[taxIDsField]))
}

// column is the name of the field that a key or its alias is for, "" for none.
func (e *editing) column(key string) string {
	slot, known := e.table.slots[key]
	if !known {
		return ""
	}
	for _, a := range e.table.aliases {
		if a.alias == slot {
			slot = a.column
		}
	}
	return e.table.keys[slot]
}

// withItems are the items of the stored order, with some fields of each set; null removes one.
func (e *editing) withItems(fields map[string]json.RawMessage) json.RawMessage {
	var items []map[string]json.RawMessage
	if err := json.Unmarshal(e.stored.AppendValue(nil, itemsField), &items); err != nil {
		panic("the items of an order are not JSON: " + err.Error())
	}
	for i := range items {
		for name, value := range fields {
			if items[i][name] = value; string(value) == "null" {
				delete(items[i], name)
			}
		}
	}
	return jsonOf(items)
}

// mostUnknown is after how many members of an object those are left out that are not known: a large body has a million of
// them, which would take many times its size.
const mostUnknown = 100

// members are the members of a JSON object by name, as text in it; false if it is no object.
func members(object []byte, isKnown func(name string) bool) (sent map[string]json.RawMessage, ok bool) {
	d := jx.DecodeBytes(object)
	if d.Next() != jx.Object {
		return nil, false
	}
	sent = make(map[string]json.RawMessage)
	err := d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		name := string(key)
		if len(sent) > mostUnknown && !isKnown(name) {
			return d.Skip()
		}
		value, err := d.Raw()
		sent[name] = json.RawMessage(value)
		return err
	})
	return sent, err == nil
}

// validated validates the stored order with the members of a patch.
func (e *editing) validated(ctx context.Context, patch map[string]json.RawMessage) (*shipment.Order, Problems, error) {
	form, err := Decode(e.merged(patch), e.shape)
	if err != nil {
		return nil, nil, err
	}
	orders, wrong, err := validate(ctx, form, e.table, e.lookups)
	if err != nil || wrong == nil {
		return &orders[0], nil, err
	}
	list, _ := wrong.(List)
	problems, _ := list[0].(Problems)
	return &orders[0], problems, nil
}

// merged is the request that would have created the stored order with the members of a patch.
func (e *editing) merged(patch map[string]json.RawMessage) []byte {
	b := []byte(`{"` + ordersField + `":[{`)
	for i := range e.table.columns {
		c := &e.table.columns[i]
		value := patch[c.Name]
		if value == nil {
			value = e.stored.AppendValue(nil, c.Name)
		} else if c.Type.Name == TypeMetadata {
			value = e.mergedMetadata(value)
		}
		own := c.Name == trackingNoField && patch[c.Name] == nil || c.Name == forwardField && !e.anew
		if !own && string(value) != "null" {
			b = append(shipment.AppendKey(b, c.Name), value...)
		}
	}
	return append(b, `}]}`...)
}

// mergedMetadata applies a merge patch to the metadata of the order. What is no object is returned as it is.
func (e *editing) mergedMetadata(patch json.RawMessage) json.RawMessage {
	sent, ok := members(patch, func(string) bool { return false })
	if !ok || len(sent) > mostUnknown {
		return patch // it has too many keys
	}
	b := []byte{'{'}
	add := func(key string, value []byte) {
		if string(value) != "null" {
			b = append(shipment.AppendKey(b, key), value...)
		}
	}
	for _, m := range cmp.Or(e.stored.Trade, new(shipment.OrderTrade)).Metadata {
		value, changed := sent[m.Key]
		if !changed {
			value = shipment.AppendJSONString(nil, m.Value)
		}
		add(m.Key, value)
		delete(sent, m.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(sent)) {
		add(key, sent[key])
	}
	return append(b, '}')
}

// compare divides the problems of the edited order: those that the stored order has, too, in fields that the patch does
// not have are warnings of the edit, and the others are returned. If all are warnings of fields, the checks across fields
// and the rules have not run yet, and run now.
func (e *editing) compare(ctx context.Context, found Problems, edit *Edit) (Problems, error) {
	_, before, err := e.validated(ctx, nil)
	if err != nil {
		return nil, err
	}
	if wrong := e.divide(found, before, edit); wrong != nil {
		return wrong, nil
	}
	whole := func(o *shipment.Order) Problems {
		v := validator{Lookups: e.lookups, table: e.table}
		if !o.Return {
			v.row[codAmountSlot] = Value{Number, "0"}
		}
		return v.whole(0, o)
	}
	return e.divide(whole(&edit.Order), whole(e.stored), edit), nil
}

func (e *editing) divide(found, before Problems, edit *Edit) (wrong Problems) {
	for _, p := range found {
		_, sent := e.patch[p.Field]
		same := slices.ContainsFunc(before, func(b Problem) bool {
			return b.Field == p.Field && bytes.Equal(b.Node.AppendJSON(nil), p.Node.AppendJSON(nil))
		})
		if sent || !same {
			wrong = append(wrong, p)
			continue
		}
		for at, m := range Each(Problems{p}) {
			if warning := fieldProblem(at, m); !slices.Contains(edit.Warnings, warning) {
				edit.Warnings = append(edit.Warnings, warning)
			}
		}
	}
	return wrong
}

// fieldProblem is a message about a place in the problems of an order.
func fieldProblem(at Place, m problem.Message) FieldProblem {
	f := FieldProblem{Index: ofWhole, Message: m}
	for _, step := range at {
		switch {
		case step.Index >= 0:
			f.Index = step.Index
		case step.Field != NonFieldErrors:
			f.Field = step.Field
		}
	}
	return f
}

// destination: a tracking number that was issued names the country of the consignee.
func (e *editing) destination(after *shipment.Order) Problems {
	v, country := validator{Lookups: e.lookups}, after.Consignee.Country
	if country == "" || country == e.stored.Consignee.Country || !v.isReserved(e.stored.TrackingNo) {
		return nil
	}
	return Problems{{"consignee_country", Messages{problem.NamesTheCountry}}}
}
