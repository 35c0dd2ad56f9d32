package request

import (
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

var taxIDsShape = newShape().withList(taxIDsField, shipment.MaxTaxIDs, taxIDTable.shape())

func readTaxIDs(v Value, o *order) Node {
	if v.Kind != Array {
		return List{nonField(problem.NotList.With(v.TypeName()))}
	}
	f, err := decodeList(v.Text, taxIDsShape)
	if err != nil {
		return List{nonField(err.Problem())}
	}
	if f.list().count == 0 {
		return nil
	}
	if wrong := listNode(f.list(), shipment.MaxTaxIDs); wrong != nil {
		return wrong
	}
	ids, wrong := readElements(f, taxIDTable.readObject)
	if wrong == nil {
		o.MakeTrade().TaxIDs = ids
	}
	return wrong
}

// The fields of an entry of metadata; the key is not one of its own.
var (
	metadataKey   = field("key", required, Type{Name: TypeText, MaxLength: shipment.MaxMetadataKey}, "")
	metadataValue = field("value", optional, Type{Name: TypeText, MaxLength: shipment.MaxMetadataValue}, "")
)

func readMetadata(v Value, o *order) Node {
	if v.Kind != Object {
		return Messages{problem.NotDictionary.With(v.TypeName())}
	}
	sent, err := decodeObject(v.Text, shipment.MaxMetadata)
	if err != nil {
		return Messages{err.Problem()}
	}
	if len(sent) > shipment.MaxMetadata {
		return Messages{problem.MaxElements.With(shipment.MaxMetadata)}
	}
	var problems Problems
	var kept []shipment.Metadata
	for _, s := range sent {
		_, wrong := readText(Text(s.key), &metadataKey)
		value, wrongValue := readText(s.value, &metadataValue)
		if s.value.Kind == Null {
			wrongValue = Messages{problem.Null}
		}
		if wrong = append(wrong, wrongValue...); wrong != nil {
			problems = problems.with(s.key, wrong)
			continue
		}
		kept = append(kept, shipment.Metadata{Key: s.key, Value: value})
	}
	if problems != nil {
		return problems
	}
	if kept != nil {
		o.MakeTrade().Metadata = kept
	}
	return nil
}
