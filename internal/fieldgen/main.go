// Command fieldgen writes the structs that have the fields of an order, for the SDK and for the partner protocol, from
// the tables in packages shipment and request. What is not a field of a table is in the templates. go generate runs it in
// the folder of package shipment.
package main

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"log"
	"os"
	"text/template"
)

// root is the root of the repository.
const root = "../../"

//go:embed *.tmpl
var files embed.FS

var templates = template.Must(template.ParseFS(files, "*.tmpl"))

// targets are the templates of the files, by path.
var targets = map[string]string{
	"client/fields_gen.go":                    "client.tmpl",
	"internal/partner/protocol/fields_gen.go": "protocol.tmpl",
}

func main() {
	for path := range targets {
		text, err := generate(path)
		if err == nil {
			err = os.WriteFile(root+path, text, 0o600)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

// generate is the text of a file.
func generate(path string) ([]byte, error) {
	tables := map[string]any{"client.tmpl": sdkTables(), "protocol.tmpl": protocolTables()}
	var text bytes.Buffer
	if err := templates.ExecuteTemplate(&text, targets[path], tables[targets[path]]); err != nil {
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	formatted, err := format.Source(text.Bytes())
	if err != nil {
		return nil, fmt.Errorf("formatting %s: %w", path, err)
	}
	return formatted, nil
}
