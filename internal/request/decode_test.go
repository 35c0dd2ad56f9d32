package request_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
)

func TestDecoderAgreesWithEncodingJSON(t *testing.T) {
	const body = "{\"a\":[1,-0.5e+3,true,null,\"x\\u00e9\\\"\"],\r\n" +
		"\"orders\":[{\"order_width\":1.50,\"items\":[{\"item_sku\":\"\t\"},{}, 3]}],\"blocking\":false}"
	valid := strings.ReplaceAll(body, "\t", `\t`)
	for i := range valid {
		for _, c := range []byte("\"\\{}[]:,0-.eEtnu \n\t\x00\x1f\x80\xff") {
			changed := []byte(valid)
			changed[i] = c
			assertAgreement(t, changed)
			assertAgreement(t, append(changed[:i:i], valid[i+1:]...))
		}
		assertAgreement(t, []byte(valid[:i]))
	}
	assertAgreement(t, []byte(body))
	assertAgreement(t, []byte(valid))
}

func assertAgreement(t *testing.T, body []byte) {
	t.Helper()
	for name, kind := range map[string]requesttest.Kind{"create": requesttest.Create, "return": requesttest.Return} {
		if _, err := kind.Decode(body); (err == nil) != acceptable(body) {
			t.Errorf("%s of %q: %v, encoding/json accepts it: %t", name, body, err, acceptable(body))
		}
	}
}

func TestDepth(t *testing.T) {
	for name, c := range map[string]struct {
		before, open, shut, after string
		outside                   int // levels around
	}{
		"arrays":             {"", "[", "]", "", 0},
		"objects":            {"", `{"a":`, "}", "1", 0},
		"in an unknown key":  {`{"x":`, "[", "]", "", 1},
		"in orders":          {`{"orders":[`, "[", "]", "", 2},
		"in place of a list": {`{"orders":`, `{"a":`, "}", "1", 1},
		"in a field":         {`{"orders":[{"order_width":`, `{"a":`, "}", "{}", 4},
		"in an item's field": {`{"orders":[{"items":[{"item_sku":`, "[", "]", "", 5},
	} {
		t.Run(name, func(t *testing.T) {
			shut := map[int]string{0: "", 1: "}", 2: "]}", 4: "}]}", 5: "}]}]}"}[c.outside]
			outside := nesting([]byte(c.before + c.after + shut))
			for levels, want := range map[int]bool{request.MaxDepth - outside: true, request.MaxDepth - outside + 1: false} {
				body := c.before + strings.Repeat(c.open, levels) + c.after + strings.Repeat(c.shut, levels) + shut
				if _, err := requesttest.Create.Decode([]byte(body)); (err == nil) != want {
					t.Errorf("%d levels: %v", levels+outside, err)
				}
			}
			unclosed := c.before + strings.Repeat(c.open, 20*request.MaxDepth)
			if _, err := requesttest.Create.Decode([]byte(unclosed)); err == nil {
				t.Error("an unclosed body was accepted")
			}
		})
	}
}

func TestParseErrorsSayWhatAndWhere(t *testing.T) {
	for body, want := range map[string]string{
		"":                                      "unexpected end of JSON input: line 1 column 1 (char 0)",
		"{\n \"a\":01}":                         "invalid character '1' after object key:value pair: line 2 column 7 (char 8)",
		`{"orders":[1,]}`:                       "invalid character ']' looking for beginning of value: line 1 column 14 (char 13)",
		"{}x":                                   "invalid character 'x' after top-level value: line 1 column 3 (char 2)",
		"\uFEFF{}":                              "unexpected byte order mark: line 1 column 1 (char 0)",
		"{\"a\":\"\xff\"}":                      "invalid UTF-8 at byte 6",
		strings.Repeat("[", request.MaxDepth+1): "nested deeper than 1000 levels",
	} {
		_, err := requesttest.Create.Decode([]byte(body))
		if err == nil || err.Error() != "JSON parse error - "+want {
			t.Errorf("%.30q: %v, want %s", body, err, want)
		}
	}
}

func TestSecretKeyIsGivenOutUnread(t *testing.T) {
	for body, want := range map[string]request.Value{
		`{}`:                                     {},
		`[]`:                                     {},
		`{"secret_key":null}`:                    {Kind: request.Null},
		`{"secret_key":"a\u0000\ud800"}`:         {Kind: request.String, Text: "a\x00\xed\xa0\x80"},
		`{"secret_key":1.50}`:                    {Kind: request.Number, Text: "1.50"},
		`{"secret_key":true}`:                    {Kind: request.Bool, Text: "true"},
		`{"secret_key":["a"]}`:                   {Kind: request.Array},
		`{"secret_key":"a","secret_key":{}}`:     {Kind: request.Object},
		`{"Secret_Key":"a","secret\u005fkey":0}`: {Kind: request.Number, Text: "0"},
	} {
		sub, err := requesttest.Return.Decode([]byte(body))
		if err != nil || sub.SecretKey() != want {
			t.Errorf("%s: %+v, %v, want %+v", body, sub.SecretKey(), err, want)
		}
	}
}

func TestLaterListsReplaceEarlierOnes(t *testing.T) {
	example := requesttest.ExampleCreate(t, 1)
	order := example[bytes.Index(example, []byte(`[{`))+1 : bytes.LastIndex(example, []byte(`]}`))]
	body := []byte(`{"orders":[` + strings.Repeat("{},"+string(order)+",", 1100) + `1],"orders":[` + string(order) + `]}`)
	sub, err := requesttest.Create.Decode(body)
	if err != nil {
		t.Fatal(err)
	}
	got, problems, err := request.ReadCreate(t.Context(), sub, requesttest.NewDecoder().Lookups())
	if err != nil || problems != nil {
		t.Fatal(err, string(problems.AppendJSON(nil)))
	}
	if len(got.Orders) != 1 || len(got.Orders[0].Items) == 0 || got.Orders[0].Consignee.Name != "Susan" {
		t.Errorf("orders %+v", got.Orders)
	}
}

func TestTakenIsAskedOnce(t *testing.T) {
	order := func(trackingNo string) string { return `{"tracking_no":` + trackingNo + `}` }
	body := `{"orders":[` + strings.Join([]string{
		order(`"abc-001"`), order(`null`), order(`"ABC-001"`), order(`"abc-002"`), order(`"?"`),
		order(`1234567`),
	}, ",") + `]}`
	sub, err := requesttest.Create.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var asked [][]string
	lookups := requesttest.NewDecoder().Lookups()
	lookups.Taken = func(_ context.Context, numbers []string) (map[string]bool, error) {
		asked = append(asked, numbers)
		return map[string]bool{"ABC-002": true}, nil
	}
	_, problems, err := request.ReadCreate(t.Context(), sub, lookups)
	if err != nil {
		t.Fatal(err)
	}
	if len(asked) != 1 || strings.Join(asked[0], " ") != "ABC-001 ABC-002 1234567" {
		t.Errorf("asked for %q", asked)
	}
	var tree struct {
		Orders []map[string]json.RawMessage `json:"orders"`
	}
	if err := json.Unmarshal(problems.AppendJSON(nil), &tree); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "", "unique", "unique", "Enter 6", ""} {
		if got := string(tree.Orders[i]["tracking_no"]); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("order %d: %s, want %q", i, got, want)
		}
	}

	lookups.Taken = func(context.Context, []string) (map[string]bool, error) { return nil, errStore }
	if _, _, err := request.ReadCreate(t.Context(), sub, lookups); !errors.Is(err, errStore) {
		t.Errorf("error %v, want that of the store", err)
	}
}

var errStore = errors.New("the store is away")

// The elements over the limits are read over, not kept: what a body leaves
// in memory is its text and a little.
func TestMemoryIsBounded(t *testing.T) {
	const size = 4 << 20
	for name, c := range map[string]struct{ before, element, after string }{
		"orders":          {`{"orders":[`, `{},`, `{}]}`},
		"null orders":     {`{"orders":[`, `null,`, `{}]}`},
		"items":           {`{"orders":[{"items":[`, `{},`, `{}]}]}`},
		"lists of items":  {`{"orders":[{`, `"items":[{},{}],`, `"x":1}]}`},
		"lists of orders": {`{`, `"orders":[{},{}],`, `"x":1}`},
		"one field":       {`{"orders":[{`, `"order_width":1,`, `"x":1}]}`},
		"unknown fields":  {`{"orders":[{`, `"x":{"y":[]},`, `"x":1}]}`},
		"deep junk":       {`{"x":[`, strings.Repeat("[", 900) + strings.Repeat("]", 900) + ",", `1]}`},
	} {
		t.Run(name, func(t *testing.T) {
			body := []byte(c.before + strings.Repeat(c.element, size/len(c.element)) + c.after)
			before := liveHeap()
			sub, err := requesttest.Create.Decode(body)
			if err != nil {
				t.Fatal(err)
			}
			if grown := liveHeap() - before; grown > 2*size {
				t.Errorf("%d MiB are kept", grown>>20)
			}
			runtime.KeepAlive(sub)
			runtime.KeepAlive(body)
		})
	}
}

// TestWrongOrdersCostLittle: the most problems that a small body can have, a million of them,
// neither fill memory nor the answer.
func TestWrongOrdersCostLittle(t *testing.T) {
	const (
		maxResponse = 1 << 20
		maxTaken    = 80 << 20 // allocated in all, most of it while the body is read
	)
	items := strings.Repeat("{},", request.MaxItems-1) + "{}"
	order := `{"items":[` + items + `]}`
	body := []byte(`{"orders":[` + strings.Repeat(order+",", request.MaxOrders-1) + order + `]}`)
	for name, kind := range map[string]requesttest.Kind{"create": requesttest.Create, "return": requesttest.Return} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		sub, err := kind.Decode(body)
		if err != nil {
			t.Fatal(err)
		}
		_, problems, err := kind.Read(t.Context(), sub, requesttest.NewDecoder().Lookups())
		if err != nil {
			t.Fatal(err)
		}
		answer := problems.AppendJSON(nil)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; len(answer) > maxResponse || taken > maxTaken {
			t.Errorf("%s: %d kB take %d MB and are answered by %d kB", name, len(body)>>10, taken>>20, len(answer)>>10)
		}
		if n := strings.Count(string(answer), "Further problems of this request are not listed."); n < request.MaxOrders*9/10 {
			t.Errorf("%s: %d orders are not listed", name, n)
		}
	}
}

func liveHeap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

func TestQueryIsReadLikeDjango(t *testing.T) {
	values := request.ParseQuery("a=1&a=2&&b=x+y%2Bz&c&d=%zz+%4+%41&e=%ff&f=1;g=2&%61=3&=4")
	for name, want := range map[string]string{
		"a": "3", "b": "x y+z", "c": "", "d": "%zz %4 A", "e": "\uFFFD", "f": "1;g=2", "g": "",
		"": "4",
	} {
		if got := request.LastValue(values, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, cut := range []string{"%", "%4"} {
		if got := request.LastValue(request.ParseQuery("a=%zz"+cut), "a"); got != "%zz"+cut {
			t.Errorf("%s at the end is %q", cut, got)
		}
	}
	if len(values["a"]) != 3 {
		t.Errorf("a is %q, want all three", values["a"])
	}
}
