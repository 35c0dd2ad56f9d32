package shipment

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of the files of nomenclatures. That of 2022 has 0.9 MB and 5,612 codes of six digits.
const (
	maxHSFile  = 4 << 20 // bytes
	minHSCodes = 1000
	maxHSCodes = 20000
	maxHSText  = 1000 // bytes of a description
)

// hsFileCode is a chapter, a heading or a code; TOTAL stands for all of them.
var hsFileCode = regexp.MustCompile(`^([0-9]{2}|[0-9]{4}|[0-9]{6}|TOTAL)$`)

// ReadHS reads the nomenclature of a year from CSV with the columns hscode and description, as
// https://github.com/datasets/harmonized-system has it. The error names the line.
func ReadHS(file []byte, year int, source string) (*Nomenclature, error) {
	switch {
	case year < 2022 || year > 2100:
		return nil, fmt.Errorf("the year of the nomenclature is %d: want 2022 to 2100", year)
	case source == "" || utf8.RuneCountInString(source) > MaxText:
		return nil, fmt.Errorf("the source of the nomenclature has %d characters: want 1 to %d", utf8.RuneCountInString(source), MaxText)
	case len(file) > maxHSFile:
		return nil, fmt.Errorf("the file has more than %d MiB", maxHSFile>>20)
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff"))))
	headings, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("read the headings: %w", err)
	}
	code, description := slices.Index(headings, "hscode"), slices.Index(headings, "description")
	if code < 0 || description < 0 {
		return nil, errors.New("line 1 does not have the columns hscode and description")
	}
	n := &Nomenclature{Year: year, Source: source}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			err = n.check()
			return n, err
		} else if err != nil {
			return nil, err //nolint:wrapcheck // names the line
		}
		line, _ := r.FieldPos(code)
		if err := n.add(row[code], strings.Join(strings.Fields(row[description]), " ")); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
}

// add adds a code of six digits. Chapters and headings are left out.
func (n *Nomenclature) add(code, text string) error {
	switch {
	case !hsFileCode.MatchString(code):
		return fmt.Errorf("hscode is %q: want 2, 4 or 6 digits, or TOTAL", code)
	case len(code) != 6 || strings.HasPrefix(code, "99"): // the United Nations' own chapter 99 is for no goods
		return nil
	case text == "" || len(text) > maxHSText || !utf8.ValidString(text):
		return fmt.Errorf("the description is empty, longer than %d bytes, or not UTF-8", maxHSText)
	}
	n.codes = append(n.codes, HSCode{code, text})
	return nil
}

// check sorts and counts the codes.
func (n *Nomenclature) check() error {
	slices.SortFunc(n.codes, func(a, b HSCode) int { return cmp.Compare(a.Code, b.Code) })
	for i := 1; i < len(n.codes); i++ {
		if n.codes[i].Code == n.codes[i-1].Code {
			return fmt.Errorf("the code %s is there twice", n.codes[i].Code)
		}
	}
	n.Count = len(n.codes)
	if n.Count < minHSCodes || n.Count > maxHSCodes {
		return fmt.Errorf("the file has %d codes of six digits: want %d to %d", n.Count, minHSCodes, maxHSCodes)
	}
	return nil
}

// Text is the nomenclature as it is stored: a line of JSON, which is another one if anything is other, and a line for each code.
func (n *Nomenclature) Text() (string, error) {
	var lines strings.Builder
	for _, c := range n.codes {
		lines.WriteString("\n" + c.Code + " " + c.Description)
	}
	head, err := json.Marshal(struct {
		*Nomenclature
		SHA256 string `json:"sha256"`
	}{n, fmt.Sprintf("%x", sha256.Sum256([]byte(lines.String())))})
	if err != nil {
		return "", fmt.Errorf("write the nomenclature: %w", err)
	}
	return string(head) + lines.String(), nil
}

// ParseHS reads what Text wrote.
func ParseHS(text string) (*Nomenclature, error) {
	head, lines, _ := strings.Cut(text, "\n")
	n := &Nomenclature{}
	if err := json.Unmarshal([]byte(head), n); err != nil {
		return nil, fmt.Errorf("read the nomenclature: %w", err)
	}
	n.setCodes(lines)
	return n, nil
}
