package phrase

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// plain writes keys with their arguments.
var plain = Language{
	Text:    fmt.Sprintf,
	Country: func(name string) string { return "the country " + name },
}

// elsewhere are the texts of the packages below that reach no page of the console, by their beginning.
var elsewhere = []string{
	// what the console itself sends, and sends right
	"No data provided", "Expected a ", "Invalid data. Expected a dictionary", "Unknown parameter.", "Unknown field.",
	"Send either ", "Send tags to ", "Send date, date_from", "Send upload_batch_no", "A search cannot be sorted", "Enter the id of an account",
	"A subject needs its kind", "Enter a time with its offset", "Send the rule as a JSON object.", "The id is another one",
	"A template has no tracking number", "This field cannot be changed. Cancel", "Send the fields that change as a JSON object.",
	"The order is changed.", "The order would be changed.", "The order would be held.", "The order would be released.", "The order has these values.", "The tags are changed.", "The order has these tags.",
	"An order has no such field.", "Send fields of an order", "Name a service: ",
	"There is no service ", "The fields have more than", "This must be a JSON object", "Idempotency-Key must be",
	"String value too large.",
	"Invalid cursor.", "Invalid page.", "Method ", "Unsupported media type", "Authentication credentials", "Invalid secret key.",
	"Journeys are simulated", "The caller went away.", "The message is not signed", "The partner of this order draws",
	"The rule is built in", "No column of the file is ", "Row %d: there is no column",
	"This command cannot read XLSX", "The rules are not JSON", "The file has %d rules", "There are %d rules",
	// what to do about an order that waits, which the console says by buttons
	"Wait until the operator", "Wait: it is tried", "Correct the order: it is submitted", "Ask the operator to request the label",
	"The order is not cancelled. Ask", "Check the endpoint and its receiver", "Repair the receiver",
	// headers
	"Authorization, ", "Retry-After, ",
	// what the tests below fill in
	"Add a tax id of the x: x.", "Enter a valid x: x.", "Enter a postal code of x: x.", "The file is refused: x.",
}

// sources are where the messages are written. Their files template.go and address.go have descriptions only.
var sources = []string{"request", "importer", "importer/job", "rules", "api", "webhook"}

var verb = regexp.MustCompile(`%(\[\d+\])?[a-zA-Z]|%04X`)

// filled puts values in the places of a format.
func filled(format string) string {
	return verb.ReplaceAllStringFunc(format, func(v string) string {
		switch v[len(v)-1] {
		case 'd':
			return "7"
		case 'q':
			return `"x"`
		default:
			return "x"
		}
	})
}

// TestEveryMessageHasAPhrase: what the validation, the importer, the rules and the API can say is put into words.
func TestEveryMessageHasAPhrase(t *testing.T) {
	t.Parallel()
	for _, folder := range sources {
		files, err := filepath.Glob("../../" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", folder, files, err)
		}
		for _, file := range files {
			if name := filepath.Base(file); strings.HasSuffix(name, "_test.go") || name == "template.go" || name == "address.go" {
				continue
			}
			for _, text := range sentences(t, file) {
				checkPhrase(t, file, filled(text))
			}
		}
	}
}

func checkPhrase(t *testing.T, where, message string) {
	t.Helper()
	for _, begin := range elsewhere {
		if strings.HasPrefix(message, filled(begin)) {
			return
		}
	}
	if shown, found := plain.find("Label", message); !found || strings.Contains(shown, "%!") {
		t.Errorf("%s: %q has no phrase, or a wrong one: %q", where, message, shown)
	}
}

// sentences are the texts of a file that are whole sentences. Descriptions of fields, which are not messages, are left
// out.
func sentences(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]string{"enterAgain": " Format the column as Text and enter the value again."}
	var found []string
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if describes(n) {
				return false
			}
		case *ast.KeyValueExpr:
			if name, ok := n.Key.(*ast.Ident); ok && name.Name == "About" {
				return false
			}
		case *ast.BinaryExpr, *ast.BasicLit:
			if text := join(n.(ast.Expr), constants); isSentence(text) {
				found = append(found, text)
			}
			return false
		}
		return true
	}
	ast.Inspect(parsed, visit)
	return found
}

// fieldMakers are the functions that make a field.
var fieldMakers = []string{
	"bind", "field", "text", "choice", "service", "trackingNo", "hundredths", "thousandths", "phone", "localPhone", "email", "country",
	"currency", "date", "integer",
}

// describes reports whether a call makes a field, whose description is a text.
func describes(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	return ok && slices.Contains(fieldMakers, name.Name)
}

// join is the text of an expression: literals, constants and formats. What is not known is a place.
func join(e ast.Expr, constants map[string]string) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.BinaryExpr:
		return join(e.X, constants) + join(e.Y, constants)
	case *ast.Ident:
		if text, known := constants[e.Name]; known {
			return text
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return join(e.Args[0], constants)
		}
	}
	return "%s"
}

func isSentence(text string) bool {
	text = strings.TrimPrefix(text, "%s")
	return len(text) > 1 && (text[0] >= 'A' && text[0] <= 'Z' || text[0] == '"') && strings.Contains(text, " ") && strings.HasSuffix(text, ".")
}

// TestEveryMessageOfTheConformanceCasesHasAPhrase walks through what the cases expect.
func TestEveryMessageOfTheConformanceCasesHasAPhrase(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../request/requesttest/testdata/conformance/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	messages := 0
	for line := range bytes.Lines(file) {
		var c struct {
			Name, Op, Method string
			Expect           any
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if c.Method == http.MethodPost && (c.Op == "create" || c.Op == "return") {
			walk(c.Expect, func(message string) {
				messages++
				checkPhrase(t, c.Name, message)
			})
		}
	}
	if messages < 100 {
		t.Errorf("the cases have %d messages", messages)
	}
}

// walk calls f with each message of a tree of problems.
func walk(node any, f func(string)) {
	switch n := node.(type) {
	case string:
		f(n)
	case []any:
		for _, below := range n {
			walk(below, f)
		}
	case map[string]any:
		for name, below := range n {
			if name != "detail" {
				walk(below, f)
			}
		}
	}
}

// TestEveryBuiltInRuleHasAPhrase looks at the messages of the rules that Waybill brings, for every country.
func TestEveryBuiltInRuleHasAPhrase(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../rules/default/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var all []struct{ Messages map[string]string }
		if err := json.Unmarshal(content, &all); err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			if r.Messages != nil {
				checkPhrase(t, file, r.Messages["en"])
			}
		}
	}
	for _, c := range shipment.Countries() {
		if codes := rules.PostalCodesOf(c); codes.Checked() {
			checkPhrase(t, c.Name(), fmt.Sprintf("Enter a postal code of %s: %s.", c.Name(), codes.Form))
		}
	}
}

// TestEveryRefusedLogoAndNumberHasAPhrase fills in the messages whose places have texts of their own.
func TestEveryRefusedLogoAndNumberHasAPhrase(t *testing.T) {
	t.Parallel()
	for _, reason := range []string{"it is not a PNG file: x", "it has 9 × 8 pixels: at most 7 × 7", "it is not a whole PNG file: EOF"} {
		checkPhrase(t, "label/inspect", "The file is refused: "+reason+".")
	}
	for _, party := range []string{shipment.PartyShipper, shipment.PartyConsignee} {
		checkPhrase(t, party, "Add a tax id of the "+party+": VAT, EORI or IOSS.")
	}
	file, err := parser.ParseFile(token.NewFileSet(), "../../rules/checksum.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	schemes := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if scheme, ok := n.(*ast.CompositeLit); ok && scheme.Type == nil && len(scheme.Elts) == 3 {
			schemes++
			checkPhrase(t, "rules", fmt.Sprintf("Enter a valid %s: %s.", join(scheme.Elts[0], nil), join(scheme.Elts[1], nil)))
		}
		return true
	})
	if want := len(rules.Schemes()); schemes != want {
		t.Errorf("%d of %d schemes were found", schemes, want)
	}
}

func TestPhrases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ label, message, want string }{
		{"Weight", "Ensure this value is greater than or equal to 0.001.", "Weight must be at least 0.001."},
		{"", "This field is required.", "This value is missing."},
		{
			"E-mail", "Ensure this field has no more than 255 characters. Enter a valid email address.",
			"E-mail can have at most 255 characters. E-mail must look like name@example.com.",
		},
		{"Service", "Service 1 runs from Singapore to any country.", "This service runs from the country Singapore to any country."},
		{
			"Postal code", "Enter a postal code of Singapore: 6 digits, as in 018989 or 238823.",
			"A postal code of the country Singapore has 6 digits, such as 018989 or 238823.",
		},
		{
			"", "It may be 2026-02-01 (dmy) or 2026-01-02 (mdy). Set date of the column to the order in the brackets.",
			"It may be 2026-02-01 or 2026-01-02. Choose how days are written under “Written as” below.",
		},
		{"Name", "The operator's own rule. With two sentences.", "The operator's own rule. With two sentences."},
	} {
		if got := plain.Of(c.label, c.message); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}
