package importer

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	utf16 "golang.org/x/text/encoding/unicode"

	"waybill/internal/problem"
)

// decoded is a text with the charset that it had.
type decoded struct {
	content []byte // UTF-8
	charset string
	guessed bool
}

const (
	charsetUTF8     = "utf-8"
	charsetFallback = "windows-1252"
)

// decode makes UTF-8 of a file. If the caller names no charset, it is that of the byte order mark, or UTF-8 if the
// file is that; else it is guessed.
func decode(file []byte, charset string) (decoded, error) {
	if charset != "" {
		return decodeNamed(file, charset)
	}
	if content, ok := bytes.CutPrefix(file, []byte(byteOrderMark)); ok && utf8.Valid(content) {
		return decoded{content: content, charset: charsetUTF8}, nil
	}
	switch {
	case bytes.HasPrefix(file, []byte{0xFF, 0xFE}):
		return decodeAs(file, "utf-16le", utf16.UTF16(utf16.LittleEndian, utf16.UseBOM))
	case bytes.HasPrefix(file, []byte{0xFE, 0xFF}):
		return decodeAs(file, "utf-16be", utf16.UTF16(utf16.BigEndian, utf16.UseBOM))
	case utf8.Valid(file) && bytes.IndexByte(file, 0) < 0:
		return decoded{content: file, charset: charsetUTF8}, nil
	}
	d, err := decodeNamed(file, guess(file))
	d.guessed = true
	return d, err
}

// decodeNamed decodes a file with a charset by its name, such as gbk, big5, shift_jis, euc-kr or windows-1252.
func decodeNamed(file []byte, charset string) (decoded, error) {
	if strings.EqualFold(charset, charsetUTF8) {
		content := bytes.TrimPrefix(file, []byte(byteOrderMark))
		if at := invalidAt(content); at >= 0 {
			return decoded{}, refuse(problem.FileNotUTF8.With(at + 1))
		}
		return decoded{content: content, charset: charsetUTF8}, nil
	}
	e, err := htmlindex.Get(charset)
	if err != nil {
		return decoded{}, refuse(problem.UnknownCharset.With(shorten(charset)))
	}
	name, err := htmlindex.Name(e)
	if err != nil {
		name = strings.ToLower(charset)
	}
	return decodeAs(file, name, e)
}

// invalidAt is the place of the first byte that is no UTF-8, -1 for none. U+FFFD itself is one of its characters.
func invalidAt(content []byte) int {
	for at := 0; at < len(content); {
		r, size := utf8.DecodeRune(content[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

func decodeAs(file []byte, charset string, e encoding.Encoding) (decoded, error) {
	content, err := e.NewDecoder().Bytes(file)
	if err != nil {
		return decoded{}, refuse(problem.OtherCharset.With(charset, err))
	}
	return decoded{content: bytes.TrimPrefix(content, []byte(byteOrderMark)), charset: charset}, nil
}

// guess guesses the charset of a file that is neither UTF-8 nor has a byte order mark. It looks at the lines that
// have other bytes than ASCII.
func guess(file []byte) string {
	if wide := guessUTF16(file); wide != "" {
		return wide
	}
	sample := telling(file)
	found := strings.ToLower(chardet.Detect(sample).Encoding)
	text := asText(sample, found)
	if text == "" || text == asText(sample, charsetFallback) { // charsets of Europe differ in a few letters
		found = charsetFallback
	}
	if (strings.HasPrefix(found, "windows-125") || strings.HasPrefix(found, "iso-8859")) && isShiftJIS(sample) {
		return "shift_jis"
	}
	return found
}

// guessUTF16 recognises UTF-16 without a byte order mark: headings have a zero in every other byte.
func guessUTF16(file []byte) string {
	head := file[:min(len(file), 64)]
	zeros := [2]int{}
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case zeros[1] > len(head)/4 && zeros[0] == 0:
		return "utf-16le"
	case zeros[0] > len(head)/4 && zeros[1] == 0:
		return "utf-16be"
	}
	return ""
}

// tellingSize is the most bytes that show the charset.
const tellingSize = 64 << 10

// telling are the lines with other bytes than ASCII.
func telling(file []byte) []byte {
	var sample []byte
	for line := range bytes.Lines(file) {
		if bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
			sample = append(sample, line[:min(len(line), tellingSize)]...)
		}
		if len(sample) >= tellingSize {
			break
		}
	}
	return sample
}

// asText is a sample in a charset, "" if it is not in it.
func asText(sample []byte, charset string) string {
	e, err := htmlindex.Get(charset)
	if err != nil {
		return ""
	}
	content, err := e.NewDecoder().Bytes(sample)
	if err != nil || bytes.ContainsRune(content, utf8.RuneError) {
		return ""
	}
	return string(content)
}

// isShiftJIS reports whether a text is Japanese in Shift_JIS, which Excel writes in Japan and detectors take for
// a European charset when it is short.
func isShiftJIS(sample []byte) bool {
	wide, half := 0, 0
	for _, r := range asText(sample, "shift_jis") {
		switch {
		case 0xFF61 <= r && r <= 0xFF9F: // half-width katakana, which are single bytes
			half++
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			wide++
		}
	}
	return wide > 2 && wide > 4*half
}

// WrongLetters says which row has the first text such as JosÃ©, UTF-8 that was read as windows-1252; nothing if none has.
func (t *Table) WrongLetters() problem.Message {
	rows, first, text, meant := 0, 0, "", ""
	for _, row := range t.Rows() {
		isWrong := false
		for _, c := range row.Cells {
			if isWrong || !strings.ContainsFunc(c.Text, func(r rune) bool { return r >= 0xC2 && r <= 0xF4 }) { // that begin a letter in UTF-8
				continue
			}
			b, err := charmap.Windows1252.NewEncoder().String(c.Text)
			if isWrong = err == nil && utf8.ValidString(b); isWrong && rows == 0 {
				first, text, meant = row.Number, shorten(strings.Clone(c.Text)), shorten(b)
			}
		}
		if isWrong {
			rows++
		}
	}
	if rows == 0 {
		return problem.Message{}
	}
	return problem.WrongLetters.With(first, text, meant, rows)
}
