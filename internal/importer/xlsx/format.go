package xlsx

import (
	"slices"
	"strconv"
	"strings"
)

// numberFormat is how a format of cells shows numbers, if it shows more than the number: texts, such as "SO-"00000, or zeros before it.
type numberFormat struct {
	places   []place
	digits   int  // places of digits before the point
	zero     bool // one of them is a zero if the number has no digit there
	pads     bool // and it is not the last
	fraction int  // digits behind the point
	zeros    int  // of them that are shown even if they are zeros
	texts    bool // it has a text
	commas   int  // behind all digits so far; each divides the number by a thousand
	scale    int  // the power of ten by which the number is multiplied
}

// place is a text, or where digits are: of '0', '#' and '?' one, of '.' the point and the fraction, of '@' the whole number.
type place struct {
	digit byte
	text  string
}

// formatPart is a part of the code of a format: a text, a currency, a colour, a blank as wide as a character, or a place.
var formatPart = compiled(`^(?:"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|` +
	`(\[(?i:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]|[_*].)|([0#?.,%@]|(?i:General))|([^A-Za-z"\\\[\]/;]))`)

// formatOf reads the code of a format, nil if it shows the number alone, or is not known.
func formatOf(code string) *numberFormat {
	n := &numberFormat{}
	for rest := code; rest != "" && rest[0] != ';'; { // of positive numbers
		m := formatPart().FindStringSubmatch(rest)
		if m == nil {
			return nil
		}
		n.add(m[5], m[1]+m[2]+m[3]+m[6])
		rest = rest[len(m[0]):]
	}
	n.scale -= 3 * n.commas
	if n.digits == 0 || !n.texts && !n.pads {
		return nil
	}
	return n
}

// add adds a place of digits, or a text.
func (n *numberFormat) add(digit, text string) {
	last := len(n.places) - 1
	switch {
	case digit == "%":
		n.scale += 2
		n.add("", digit)
	case digit == ",":
		n.commas++
	case digit == ".":
		n.places = append(n.places, place{digit: '.'})
	case digit != "" && last >= 0 && n.places[last].digit == '.':
		n.fraction++
		if digit != "#" {
			n.zeros = n.fraction
		}
	case digit != "":
		n.commas = 0        // those between digits make groups
		if len(digit) > 1 { // General
			digit = "@"
		}
		n.places = append(n.places, place{digit: digit[0]})
		n.digits++
		n.pads = n.pads || n.zero
		n.zero = n.zero || digit == "0"
	default:
		n.places = append(n.places, place{text: text})
		n.texts = n.texts || strings.TrimSpace(text) != ""
	}
}

// show is a number as the format shows it, without groups of thousands, "" if that is not known.
func (n *numberFormat) show(number string) string {
	value, err := strconv.ParseFloat(number+"e"+strconv.Itoa(n.scale), 64)
	if err != nil || value < 0 {
		return ""
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(value, 'f', n.fraction, 64), ".")
	for len(fraction) > n.zeros && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	whole, shown, digits := strings.TrimLeft(whole, "0"), "", 0
	for _, p := range slices.Backward(n.places) {
		text := p.text
		switch p.digit {
		case 0:
		case '.':
			text = strings.TrimSuffix("."+fraction, ".")
		case '@':
			text = number
		default:
			digits++
			text = whole[max(0, len(whole)-1):]
			if digits == n.digits {
				text = whole
			}
			whole = whole[:len(whole)-len(text)]
			if text == "" && p.digit == '0' {
				text = "0"
			}
		}
		shown = text + shown
	}
	return strings.TrimSpace(shown)
}
