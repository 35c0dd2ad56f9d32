package label

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"waybill/internal/postal"
	"waybill/internal/shipment"
)

// maxLines is how many line breaks of its own an address may keep; an address with more has commas instead.
const maxLines = 6

// Address returns a party's address as it is printed on a parcel: the street and the lines below it, or, in
// East Asia, from the largest place to the smallest.
func Address(p *shipment.Party) string {
	written := p.Address
	if lines := strings.FieldsFunc(written, func(r rune) bool { return r == '\n' || r == '\r' }); len(lines) > maxLines {
		written = strings.Join(lines, comma(written))
	}
	if largestFirst(p) {
		return fromLargest(p, written)
	}
	return inFormat(postal.Format(p.Country, !strings.ContainsFunc(p.Address, notLatin)), written, p)
}

func notLatin(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }

// inFormat returns an address in a format, see postal.Format. What the format has no place for follows the city.
func inFormat(format, written string, p *shipment.Party) string {
	comma := comma(p.City + p.Province + p.State)
	state := cmp.Or(p.State, p.Province)
	switch {
	case beginsWith(p.Province, p.State):
		state = p.Province
	case !beginsWith(p.State, p.Province):
		state = p.Province + comma + p.State
	}
	values := map[rune]string{'A': written, 'C': p.City, 'S': state, 'Z': p.Postal}
	switch {
	case strings.EqualFold(state, p.City):
		values['S'] = ""
	case !strings.Contains(format, "S"):
		values['C'] = strings.Trim(p.City+comma+state, comma)
	}
	if !strings.Contains(format, "Z") {
		values['C'] = strings.TrimSpace(values['C'] + " " + p.Postal)
	}
	var whole, between strings.Builder
	for _, r := range format {
		value, isField := values[r]
		switch {
		case !isField:
			between.WriteRune(r)
			continue
		case value == "":
			continue
		case whole.Len() == 0:
		case strings.Contains(between.String(), "/"):
			whole.WriteByte('\n')
		case strings.Contains(between.String(), ","):
			whole.WriteString(comma)
		default:
			whole.WriteString(cmp.Or(between.String(), " "))
		}
		whole.WriteString(value)
		between.Reset()
	}
	return whole.String()
}

// beginsWith reports whether a place begins with another one, as Guangdong Province does with Guangdong.
func beginsWith(place, other string) bool {
	rest, found := strings.CutPrefix(strings.ToLower(place), strings.ToLower(other))
	return found && (other == "" || rest == "" || rest[0] == ' ')
}

// comma returns the comma of a text's script, and a space.
func comma(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) {
		return "، "
	}
	return ", "
}

// largestFirst reports whether an address is written in the characters of a country that writes the largest
// place first. In Latin letters such an address has the western order.
func largestFirst(p *shipment.Party) bool {
	return slices.Contains([]shipment.Country{"CN", "JP", "KR", "TW"}, p.Country) && strings.ContainsFunc(p.Address, eastAsian)
}

func eastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// fromLargest returns an address from the largest place to the smallest. The postal code comes first, in Korea
// last. A place that the address begins with is not repeated.
func fromLargest(p *shipment.Party, written string) string {
	places := largerPlaces(p)
	for i := range places {
		if strings.HasPrefix(written, joinPlaces(p.Country, places[i:])) {
			places = places[:i]
			break
		}
	}
	whole := joinPlaces(p.Country, append(places, written))
	switch {
	case p.Postal == "":
		return whole
	case p.Country == "KR":
		return whole + "\n" + p.Postal
	case p.Country == "JP" && !strings.HasPrefix(p.Postal, "〒"):
		return "〒" + p.Postal + " " + whole
	}
	return p.Postal + " " + whole
}

// largerPlaces returns the places from the largest to the smallest, without one that another one repeats.
func largerPlaces(p *shipment.Party) (places []string) {
	for _, part := range []string{p.State, p.Province, p.City} {
		last := len(places) - 1
		switch {
		case part == "" || last >= 0 && strings.HasPrefix(places[last], part):
		case last >= 0 && strings.HasPrefix(part, places[last]): // 上海 and 上海市
			places[last] = part
		default:
			places = append(places, part)
		}
	}
	return places
}

// joinPlaces joins the parts of an address, with spaces in Korea and beside other letters.
func joinPlaces(country shipment.Country, parts []string) string {
	var whole strings.Builder
	last := ' '
	for _, part := range parts {
		first, _ := utf8.DecodeRuneInString(part)
		if whole.Len() > 0 && (country == "KR" || !eastAsian(last) || !eastAsian(first)) {
			whole.WriteByte(' ')
		}
		whole.WriteString(part)
		last, _ = utf8.DecodeLastRuneInString(part)
	}
	return whole.String()
}
