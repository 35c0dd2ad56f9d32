package requesttest

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// caseFile holds the conformance cases; testdata/conformance/README.md explains them.
const caseFile = "testdata/conformance/cases.jsonl"

//go:embed testdata/conformance/cases.jsonl
var caseLines []byte

// Case is a line of caseFile.
type Case struct {
	Name        string            `json:"name"`
	Op          string            `json:"op"`
	Method      string            `json:"method"`
	Path        string            `json:"path"`
	Body        string            `json:"body"`
	BodyB64     []byte            `json:"body_b64"`
	ContentType *string           `json:"content_type"`
	Headers     map[string]string `json:"headers"`
	Chunked     bool              `json:"chunked"`
	Twice       bool              `json:"twice"`
	Repeat      struct {
		Text  string `json:"text"`
		Times int    `json:"times"`
	} `json:"repeat"`
	Want
	Alts   []Want          `json:"alts"`
	At     []any           `json:"at"`
	Stored json.RawMessage `json:"stored"`
}

// Want is an answer that a case allows.
type Want struct {
	Status        int               `json:"status"`
	Expect        json.RawMessage   `json:"expect"`
	Compare       string            `json:"compare"`
	ExpectHeaders map[string]string `json:"expect_headers"`
}

// Answer is an answer to compare; a nil header is not compared.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Cases reads the conformance cases, with secret in the place of the key and fresh random
// numbers in those of the placeholders.
func Cases(tb testing.TB, secret string) []Case {
	tb.Helper()
	var cases []Case
	for line := range bytes.Lines(caseLines) {
		c, err := readCase(line, secret)
		if err != nil {
			tb.Fatalf("%s: case %d: %v", caseFile, len(cases)+1, err)
		}
		cases = append(cases, c)
	}
	return cases
}

func readCase(line []byte, secret string) (Case, error) {
	filled := fillPlaceholders(line, secret)
	var c Case
	err := json.Unmarshal(filled, &c)
	if err == nil && c.Name == "" {
		err = fmt.Errorf("a case without a name")
	}
	// The bytes of body_b64 have placeholders of their own.
	c.BodyB64 = fillPlaceholders(c.BodyB64, secret)
	return c, err
}

var placeholder = regexp.MustCompile(`@@RANDOM_(TRACKING|DIGITS)(?::([0-9]+))?@@`)

func fillPlaceholders(text []byte, secret string) []byte {
	text = bytes.ReplaceAll(text, []byte("test-key"), []byte(secret))
	filled := map[string]string{}
	return placeholder.ReplaceAllFunc(text, func(hole []byte) []byte {
		if filled[string(hole)] == "" {
			filled[string(hole)] = randomFor(placeholder.FindSubmatch(hole))
		}
		return []byte(filled[string(hole)])
	})
}

func randomFor(match [][]byte) string {
	length := 14
	if len(match[2]) > 0 {
		length, _ = strconv.Atoi(string(match[2]))
	}
	letters := "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	if string(match[1]) == "DIGITS" {
		letters = "123456789"
	}
	b := make([]byte, length)
	rand.Read(b)
	for i := range b {
		b[i] = letters[int(b[i])%len(letters)]
	}
	return string(b)
}

// SentBody is the body that a case sends.
func (c Case) SentBody() []byte {
	if c.BodyB64 != nil {
		return c.BodyB64
	}
	if c.Repeat.Times == 0 {
		return []byte(c.Body)
	}
	repeated := strings.Repeat(","+c.Repeat.Text, c.Repeat.Times)[1:]
	return []byte(strings.ReplaceAll(c.Body, "@@REPEAT@@", repeated))
}

// Answers are the main answer of a case and those that are as good.
func (c Case) Answers() []Want {
	all := []Want{c.Want}
	for _, alt := range c.Alts {
		if alt.Status == 0 {
			alt.Status, alt.ExpectHeaders = c.Status, c.ExpectHeaders
			if alt.Expect == nil {
				alt.Expect = c.Expect
			}
			if alt.Compare == "" {
				alt.Compare = c.Want.Compare
			}
		}
		all = append(all, alt)
	}
	return all
}

// Compare says why an answer is none of those that the case allows, "" when it is one.
func (c Case) Compare(got Answer) string {
	reason := ""
	for i, want := range c.Answers() {
		why := want.compare(c.Method, got)
		if why == "" {
			return ""
		}
		if i == 0 {
			reason = why
		}
	}
	return reason
}

func (want Want) compare(method string, got Answer) string {
	if want.Compare == "2xx-or-405" {
		if got.Status/100 == 2 || got.Status == http.StatusMethodNotAllowed {
			return ""
		}
		return fmt.Sprintf("want 2xx or 405, got %d", got.Status)
	}
	if got.Status != want.Status {
		return fmt.Sprintf("want %d %.600s, got %d %.600s", want.Status, want.Expect, got.Status, got.Body)
	}
	if want.Compare == "status" {
		return ""
	}
	if got.Header != nil && !strings.HasPrefix(got.Header.Get("Content-Type"), "application/json") {
		return fmt.Sprintf("Content-Type is %q", got.Header.Get("Content-Type"))
	}
	if why := want.compareBody(got.Body); why != "" {
		return why
	}
	return want.compareHeader(method, got.Header)
}

func (want Want) compareBody(got []byte) string {
	switch {
	case want.Compare == "parse-error":
		var body struct{ Detail string }
		if err := json.Unmarshal(got, &body); err != nil || !strings.HasPrefix(body.Detail, "JSON parse error - ") {
			return fmt.Sprintf("want a JSON parse error, got %.600s", got)
		}
	case want.Expect == nil:
	case want.Compare == "keys":
		if a, b := structure(want.Expect), structure(got); a != b {
			return fmt.Sprintf("want the keys %.600s, got %.600s", a, b)
		}
	default:
		if a, b := normal(want.Expect), normal(got); a != b {
			return fmt.Sprintf("want %.600s, got %.600s", a, b)
		}
	}
	return ""
}

func (want Want) compareHeader(method string, header http.Header) string {
	if header == nil {
		return ""
	}
	for name, value := range want.ExpectHeaders {
		have := header.Get(name)
		if name != "Allow" {
			if have == "" {
				return "header " + name + " is missing"
			}
			continue
		}
		offered := strings.Split(strings.ReplaceAll(have, " ", ""), ",")
		if slices.Contains(offered, method) {
			return fmt.Sprintf("Allow is %q on a %s", have, method)
		}
		for needed := range strings.SplitSeq(value, ", ") {
			if !slices.Contains(offered, needed) {
				return fmt.Sprintf("Allow is %q, want %q", have, value)
			}
		}
	}
	return ""
}

// normal writes JSON in one way, but keeps the order of keys.
func normal(text []byte) string {
	var out strings.Builder
	tokens := json.NewDecoder(bytes.NewReader(text))
	tokens.UseNumber()
	for {
		token, err := tokens.Token()
		if errors.Is(err, io.EOF) {
			return strings.TrimSuffix(out.String(), " ")
		}
		if err != nil {
			return fmt.Sprintf("%s (%v)", text, err)
		}
		if delim, ok := token.(json.Delim); ok {
			out.WriteString(delim.String() + " ")
			continue
		}
		quoted, _ := json.Marshal(token)
		out.Write(append(quoted, ' '))
	}
}

// structure is an error body without its messages.
func structure(text []byte) string {
	var body any
	if err := json.Unmarshal(text, &body); err != nil {
		return err.Error()
	}
	out, _ := json.Marshal(withoutMessages(body))
	return string(out)
}

func withoutMessages(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = withoutMessages(v[key])
		}
		return v
	case []any:
		if slices.ContainsFunc(v, func(e any) bool { _, text := e.(string); return !text }) {
			for i := range v {
				v[i] = withoutMessages(v[i])
			}
			return v
		}
	case string:
	default:
		return v
	}
	return "messages"
}

// ExampleCreate is the example order of the interface document, n times in a request.
func ExampleCreate(tb testing.TB, n int) []byte {
	tb.Helper()
	for _, c := range Cases(tb, "test-key") {
		if c.Name == "example/create" {
			start := strings.Index(c.Body, `"orders":[`) + len(`"orders":[`)
			end := strings.LastIndex(c.Body, "]}")
			order := c.Body[start:end]
			return []byte(c.Body[:start] + strings.Repeat(order+",", n-1) + order + c.Body[end:])
		}
	}
	tb.Fatal("no example order")
	return nil
}
