package request_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/shipment"
)

func FuzzDecodeCreate(f *testing.F) {
	f.Fuzz(func(t *testing.T, body []byte) { fuzzDecode(t, body, requesttest.Create, request.CreateFields()) })
}

func FuzzDecodeReturn(f *testing.F) {
	f.Fuzz(func(t *testing.T, body []byte) { fuzzDecode(t, body, requesttest.Return, request.ReturnFields()) })
}

func fuzzDecode(t *testing.T, body []byte, kind requesttest.Kind, fields []request.Field) {
	t.Helper()
	sub, err := kind.Decode(body)
	if acceptable(body) != (err == nil) {
		t.Fatalf("encoding/json accepts it: %t; the decoder says %v", acceptable(body), err)
	}
	if err != nil {
		if _, ok := errors.AsType[*request.SyntaxError](err); !ok {
			t.Fatalf("error of type %T", err)
		}
		return
	}
	lookups := requesttest.NewDecoder().Lookups()
	first, problems, err := kind.Read(t.Context(), sub, lookups)
	if err != nil {
		t.Fatal(err)
	}
	if problems != nil {
		if text := problems.AppendJSON(nil); !json.Valid(text) || !utf8.Valid(text) {
			t.Fatalf("problems are no JSON: %q", text)
		}
		return
	}
	checkLimits(t, first, fields)
	again, err := kind.Decode(reencode(first))
	if err != nil {
		t.Fatal(err)
	}
	second, problems, err := kind.Read(t.Context(), again, lookups)
	if err != nil || problems != nil {
		t.Fatal(err, string(problems.AppendJSON(nil)))
	}
	if !reflect.DeepEqual(first, second) {
		t.Fatalf("sent again, %+v became %+v", first, second)
	}
}

// acceptable is what the decoder must accept, by other means.
func acceptable(body []byte) bool {
	return utf8.Valid(body) && json.Valid(body) && nesting(body) <= request.MaxDepth
}

// nesting is how deep valid JSON nests.
func nesting(body []byte) int {
	depth, deepest, inString := 0, 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '"':
			inString = !inString
		case inString:
			if c == '\\' {
				i++
			}
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}

// checkLimits holds stored orders against the field tables.
func checkLimits(t *testing.T, a request.Orders, fields []request.Field) {
	t.Helper()
	if len(a.Orders) < 1 || len(a.Orders) > request.MaxOrders {
		t.Fatalf("%d orders", len(a.Orders))
	}
	for _, o := range a.Orders {
		checkFields(t, orderFields(o), fields)
		if len(o.Items) < 1 || len(o.Items) > request.MaxItems {
			t.Fatalf("%d items", len(o.Items))
		}
		for _, i := range o.Items {
			checkFields(t, itemFields(i), request.ItemFields())
		}
	}
}

func checkFields(t *testing.T, values []namedValue, fields []request.Field) {
	t.Helper()
	for _, f := range fields {
		if slices.Contains([]request.TypeName{request.TypeItems, request.TypeTaxIDs, request.TypeMetadata}, f.Type.Name) {
			continue
		}
		text, ok := valueOf(values, f.Name)
		switch {
		case !ok:
			t.Fatalf("%s is not stored", f.Name)
		case f.Required && text == "":
			t.Fatalf("%s is blank", f.Name)
		case !utf8.ValidString(text) || strings.ContainsRune(text, 0) || strings.TrimSpace(text) != text:
			t.Fatalf("%s is stored as %q", f.Name, text)
		case f.Type.MaxLength > 0 && utf8.RuneCountInString(text) > f.Type.MaxLength:
			t.Fatalf("%s has %d characters", f.Name, utf8.RuneCountInString(text))
		case f.Type.Choices != nil && text != "" && !slices.Contains(f.Type.Choices, text):
			t.Fatalf("%s is %q", f.Name, text)
		case f.Type.Digits > 0 && len(strings.TrimLeft(strings.ReplaceAll(text, ".", ""), "0")) > f.Type.Digits:
			t.Fatalf("%s is %s", f.Name, text)
		case f.Type.Digits > 0 && strings.HasPrefix(text, "-"):
			t.Fatalf("%s is %s", f.Name, text)
		}
	}
}

func FuzzQuery(f *testing.F) {
	f.Fuzz(func(t *testing.T, raw string) {
		values := request.ParseQuery(raw)
		if want, err := url.ParseQuery(raw); err == nil && utf8.ValidString(raw) && !strings.Contains(raw, "%") &&
			!reflect.DeepEqual(values, want) {
			t.Fatalf("parsed as %v, by net/url as %v", values, want)
		}
		for name, all := range values {
			if !utf8.ValidString(name + strings.Join(all, "")) {
				t.Fatalf("%q is %q", name, all)
			}
		}
		if page, ok := request.ParsePage(request.LastValue(values, "page")); ok && page < 1 && page != shipment.LastPage {
			t.Fatalf("page %d", page)
		}
		filter, problems := request.ReadFilter(values)
		if problems != nil {
			if text := problems.AppendJSON(nil); !json.Valid(text) {
				t.Fatalf("problems are no JSON: %q", text)
			}
			return
		}
		if len(filter.TrackingNos) > request.MaxTrackingNos || utf8.RuneCountInString(filter.ShipperOrderID) > 255 {
			t.Fatalf("filter %+v", filter)
		}
		if strings.ContainsRune(filter.ShipperOrderID+filter.UploadBatchNo+strings.Join(filter.TrackingNos, ""), 0) {
			t.Fatalf("filter %+v has a NUL", filter)
		}
	})
}
