package guides

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
	"text/template"

	"waybill"
)

//go:embed llms.txt
var listSource string

// list is the guides in the form of llmstxt.org.
var list = template.Must(template.New("").Parse(listSource))

// file is what /docs has beside pages: a guide as Markdown, their list, and other files. It is empty if there is none of that name.
func file(name, base string) (b bytes.Buffer) {
	if name == "llms.txt" {
		_ = list.Execute(&b, map[string]any{"Guides": loaded(), "Base": base}) // the template fits
	} else if g := named(strings.TrimSuffix(name, ".md")); g != nil {
		b.Write(bytes.ReplaceAll(g.markdown, []byte(exampleAddress), []byte(base)))
	}
	for _, line := range lines() {
		if line[0] == name && path.Ext(name) == ".zip" {
			b.Write(archive(name, line[1:]))
		} else if line[0] == name {
			text, _ := waybill.Files.ReadFile(line[1]) // it is embedded
			b.Write(text)
		}
	}
	return b
}

// archives keeps each packed archive, by name. Nobody needs a key to ask for one, and packing takes longer than sending.
var archives sync.Map

func archive(name string, roots []string) []byte {
	packed, ok := archives.Load(name)
	if !ok {
		var b bytes.Buffer
		pack(&b, strings.TrimSuffix(path.Base(name), ".zip"), roots)
		packed, _ = archives.LoadOrStore(name, b.Bytes())
	}
	return packed.([]byte)
}

// inSDK is what the path of a file begins with outside of the package.
var inSDK = regexp.MustCompile(`^clients/\w+/`)

// pack packs the files of the roots into a folder. Tests need the rest of the repository, so they are left out.
func pack(b *bytes.Buffer, folder string, roots []string) {
	z := zip.NewWriter(b)
	for _, root := range roots {
		_ = fs.WalkDir(waybill.Files, root, func(file string, _ fs.DirEntry, err error) error {
			if text, unread := waybill.Files.ReadFile(file); unread == nil && !strings.HasSuffix(file, "_test.go") {
				w, _ := z.Create(folder + "/" + inSDK.ReplaceAllString(file, "")) // a buffer takes everything
				_, _ = w.Write(text)
			}
			return err
		})
	}
	_ = z.Close()
}
