package importer

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// decoded is a text with the charset that it had.
type decoded struct {
	content []byte // UTF-8
	charset string
	guessed bool
}

const charsetUTF8 = "utf-8"

// decode makes UTF-8 of a file. If the caller names no charset, it is that of the byte order mark, or UTF-8 if the
// file is that; else it is guessed.
func decode(file []byte, charset string) (decoded, error) {
	if charset != "" {
		return decodeNamed(file, charset)
	}
	if content, ok := bytes.CutPrefix(file, []byte("\xEF\xBB\xBF")); ok {
		return decoded{content: content, charset: charsetUTF8}, nil
	}
	switch {
	case bytes.HasPrefix(file, []byte{0xFF, 0xFE}):
		return decodeAs(file, "utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), false)
	case bytes.HasPrefix(file, []byte{0xFE, 0xFF}):
		return decodeAs(file, "utf-16be", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), false)
	case utf8.Valid(file):
		return decoded{content: file, charset: charsetUTF8}, nil
	}
	return decodeAs(file, "windows-1252", charmap.Windows1252, true)
}

// decodeNamed decodes a file with the charset that the caller names.
func decodeNamed(file []byte, charset string) (decoded, error) {
	e, err := ianaindex.IANA.Encoding(charset)
	if err != nil || e == nil {
		return decoded{}, refuse("The charset %q is not known. Use utf-8, or save the file as UTF-8.", charset)
	}
	name, err := ianaindex.MIME.Name(e)
	if err != nil {
		name = charset
	}
	return decodeAs(file, name, e, false)
}

func decodeAs(file []byte, charset string, e encoding.Encoding, guessed bool) (decoded, error) {
	content, err := e.NewDecoder().Bytes(file)
	if err != nil {
		return decoded{}, refuse("The file cannot be read as %s: %v.", charset, err)
	}
	return decoded{content: content, charset: charset, guessed: guessed}, nil
}
