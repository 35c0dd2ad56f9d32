package main

import (
	"cmp"
	"fmt"
	"strings"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// sdkTables are the structs of the SDK.
func sdkTables() map[string]lines {
	tables := map[string]lines{
		"create": sentLines(request.CreateFields()), "return": sentLines(request.ReturnFields()),
		"item": sentLines(request.ItemFields()), "taxID": sentLines(request.TaxIDFields()),
		"box": sentLines(request.BookFields(shipment.Boxes)),
	}
	for name, fields := range map[string][]shipment.Field[shipment.Order]{"record": shipment.RecordFields, "detail": shipment.RestFields} {
		for _, f := range fields {
			tables[name] = append(tables[name], shownLine(f.FieldInfo))
		}
	}
	return tables
}

// sentLines are the fields of a request.
func sentLines(fields []request.Field) lines {
	return each.Of(fields, func(f request.Field) line {
		tag, presence := f.Name+",omitempty", "Optional."
		switch {
		case f.Required && f.FromForward:
			presence = "Required unless the forward order has it."
		case f.Required:
			tag, presence = f.Name, ""
		}
		return line{
			info: shipment.NamedFields(f.Name)[0].FieldInfo,
			Name: goName(strings.TrimPrefix(f.Name, "item_")), Type: sdkType(f.Type), Tag: tag,
			Comments: comments(f.About, f.Type.HowWritten(), limits(f.Type), presence),
		}
	})
}

// shownLine is a field of a response.
func shownLine(f shipment.FieldInfo) line {
	return line{info: f, Name: goName(f.Name), Type: sdkType(f.Type), Tag: f.Name, Comments: comments(f.AboutShown())}
}

// sdkType is the type of a field in the SDK.
func sdkType(t shipment.Type) string {
	return cmp.Or(map[shipment.TypeName]string{
		shipment.TypeDecimal: "Decimal", shipment.TypeInteger: "int", shipment.TypeService: "int64", shipment.TypeItems: "[]Item",
		shipment.TypeTaxIDs: "[]TaxID", shipment.TypeMetadata: "map[string]string",
	}[t.Name], "string")
}

// limits are those that HowWritten does not say.
func limits(t shipment.Type) string {
	if t.Min == 0 {
		return ""
	}
	least := "At least " + string(shipment.AppendScaled(nil, t.Min, t.Places))
	if t.Max > 0 {
		return fmt.Sprintf("%s, at most %d.", least, t.Max)
	}
	return least + "."
}
