package xlsx

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// archive is the file, which is a zip archive of parts.
type archive struct {
	parts map[string]*zip.File // by lower-case name without a leading slash
	left  int64                // bytes that may still be unzipped
}

// errTooLarge reports that the parts unzip to more than MaxUnzipped.
var errTooLarge = fmt.Errorf("the file unzips to more than %d MiB: split it into several files", MaxUnzipped>>20)

// newArchive reads the directory of the archive.
func newArchive(r io.ReaderAt, size int64) (*archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("the file is damaged: %w", err)
	}
	a := &archive{parts: make(map[string]*zip.File, len(z.File)), left: MaxUnzipped}
	var announced uint64
	for _, f := range z.File {
		if announced += f.UncompressedSize64; f.UncompressedSize64 > MaxUnzipped || announced > MaxUnzipped {
			return nil, errTooLarge
		}
		a.parts[partName(f.Name)] = f
	}
	return a, nil
}

func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// read reads a part as XML and calls see for each token, whose bytes are valid during the call. It returns the
// error of see, and errNoPart if the file does not have the part.
func (a *archive) read(name string, see func(xml.Token) error) error {
	f := a.parts[partName(name)]
	if f == nil {
		return fmt.Errorf("%w: %s", errNoPart, name)
	}
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("the file is damaged: open %s: %w", name, err)
	}
	defer r.Close()
	from := &limited{Reader: r, archive: a}
	d := xml.NewDecoder(from)
	for {
		from.token = 0
		t, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errTooLarge), errors.Is(err, errLongToken):
			return err
		case err != nil:
			return fmt.Errorf("the file is damaged: %s: %w", name, err)
		}
		if err := see(t); err != nil {
			return err
		}
	}
}

var errNoPart = errors.New("the file is damaged: it lacks a part")

// maxToken is how many bytes a text, a tag or a comment may have: more than a cell of the longest references, as &#x1F600;, has.
const maxToken = 1 << 20

var errLongToken = fmt.Errorf("a text in the file has more than %d KiB: shorten it", maxToken>>10)

// limited counts what all parts of an archive unzip to: the archive may announce less than there is. The decoder keeps a token until its
// end.
type limited struct {
	io.Reader
	archive *archive
	token   int // bytes of the current token
}

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b)
	if l.archive.left -= int64(n); l.archive.left < 0 {
		return 0, errTooLarge
	}
	if l.token += n; l.token > maxToken {
		return 0, errLongToken
	}
	return n, err
}

// attr returns an attribute by its local name, "" if there is none. An attribute in a namespace is one that has
// a prefix.
func attr(e xml.StartElement, name string, namespaced bool) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && (a.Name.Space != "") == namespaced {
			return a.Value
		}
	}
	return ""
}

// isTrue reads a boolean of XML.
func isTrue(s string) bool { return s == "1" || s == "true" }
