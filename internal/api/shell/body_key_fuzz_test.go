package shell

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"waybill/internal/request"
)

// FuzzLargeBody reads a body as one that is too large to be decoded for a caller without a live key: its
// syntax is judged, and its key found, as when it is decoded, however it comes in parts.
func FuzzLargeBody(f *testing.F) {
	for _, body := range []string{
		`{"secret_key":"first","orders":[{"secret_key":"no"}],"secret_key":"last"}`,
		`{"a":{"secret_key":"no"},"secret\u005fkey":"s\"\\\u00e9"}`, `{"secret_key" : 12.5 }`, `{"secret_key":-1}`, `{"secret_key":true}`,
		`{"secret_key":null,"b":"secret_key","c":["secret_key","d"]}`, `{"secret_key":{"a":1}}`, `{"secret_key":["a"],"x":1}`,
		`["secret_key","a"]`, `[{"secret_key":"a"}]`, `"secret_key"`, `{"secret_key":"a"} x`, `{"secret_key":"a"`, "\ufeff{}", "{\"a\":\"\xff\"}",
		``, `{"secret_key":"\ud800"}`,
	} {
		f.Add([]byte(body), uint8(3))
	}
	f.Fuzz(func(t *testing.T, body []byte, size uint8) {
		decoded, err := request.Decode(body, request.CreateShape())
		var scanner keyScanner
		for part := range slices.Chunk(body, int(size)+1) {
			scanner.scan(part)
		}
		for how, reader := range map[string]io.Reader{
			"at once":          bytes.NewReader(body),
			"a byte at a time": iotest.OneByteReader(bytes.NewReader(body)),
		} {
			checked := request.CheckSyntax(reader)
			if (checked == nil) != (err == nil) {
				t.Fatalf("%s: checked: %v; decoded: %v", how, checked, err)
			}
			if _, ok := errors.AsType[*request.SyntaxError](checked); checked != nil && !ok {
				t.Fatalf("error of type %T", checked)
			}
		}
		if err != nil || !bytes.HasPrefix(bytes.TrimSpace(body), []byte{'{'}) {
			return
		}
		want, wanted := secretOf(decoded.SecretKey())
		got, found := secretOf(scanner.last)
		if wanted != found || want != got && len(want) < longestKey && !bytes.Contains(body, []byte(`\`)) {
			t.Fatalf("found %q, %t; want %q, %t", got, found, want, wanted)
		}
	})
}
