package address

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/nyaruka/phonenumbers"

	"waybill/internal/postal"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// Pasted is an address that was read from a text.
type Pasted struct {
	Read   Address  // its country by its English name
	Unsure []string // parts whose meaning is not sure; they stay in the line of the address
}

// maxPasted is how many characters of a text are read.
const maxPasted = 2000

// Parse reads an address that somebody copied from an e-mail, a chat or a shop, by the rules of its country: that of its last line,
// or else country, which may be "". Nothing is guessed: a part whose meaning is not sure stays in the line of the address.
func Parse(text string, country shipment.Country) Pasted {
	p := parsing{country: country}
	p.split(text)
	p.take(emailShape, p.isEmail)
	p.readCountry()
	p.take(phoneShape, p.isPhone)
	p.Read.Country = p.country.Name()
	switch {
	case p.country == "":
		p.Unsure = slices.Clone(p.parts)
	case cityShapes[p.country] != nil && strings.ContainsFunc(strings.Join(p.parts, ""), eastAsian):
		p.readFromLargest()
		p.readName()
	default:
		p.readFromSmallest()
		p.readName()
	}
	p.Read.Address = strings.Join(p.parts, ", ")
	return p.Pasted
}

// parsing is a text that is being read.
type parsing struct {
	Pasted
	country shipment.Country
	parts   []string // that were not read yet: lines, and what is between commas
	name    string   // the part at a place of names: a line of its own at the beginning, or beside a phone number
}

// labelsTSV has the words before a value in forms and chats, by the field that they name.
//
//go:embed labels.tsv
var labelsTSV string

// labels are the fields by the words of labelsTSV, folded.
var labels = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(labelsTSV) {
		field, words, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for word := range strings.SplitSeq(words, "|") {
			all[postal.Fold(word)] = field
		}
	}
	return all
})

var (
	labelShape = regexp.MustCompile(`^([\p{L}\p{M}][\p{L}\p{M} ./-]{0,29}?)\s*:\s*(.+)$`)
	emailShape = regexp.MustCompile(`[^\s<>(),:;]+@[^\s<>(),:;]+\.[^\s<>(),:;]+`)
	phoneShape = regexp.MustCompile(`[+(]*\d[\d ()./‐–-]{5,}\d`)
	noDigit    = regexp.MustCompile(`\D`)
	dashed     = regexp.MustCompile(`\d-\d`)
	ofState    = regexp.MustCompile(`^(thanh pho|tp|tinh) | province$`)
	honorifics = regexp.MustCompile(`[\s　]*(様|さま|御中|收|先生|女士|님|귀하)$`)
	// shortName is a name in Chinese or Korean letters behind an address with a number.
	shortName = regexp.MustCompile(`^(.*\d.*) ([\p{Han}\p{Hangul}]{2,4})\s*$`)
)

// around is what may stand around a part.
const around = " \t<>()[]|·:-–\""

// split makes the parts. What has a label goes to its field, and a country to the end.
func (p *parsing) split(text string) {
	text = strings.Map(func(r rune) rune {
		switch {
		case '\uFF01' <= r && r <= '\uFF5E': // full width
			return r - 0xFEE0
		case r == '〒' || r == '\u3000':
			return ' '
		}
		return r
	}, shipment.CutText(text, maxPasted))
	fields := map[string]*string{
		"name": &p.Read.Name, "postal": &p.Read.Postal, "city": &p.Read.City, "state": &p.Read.State, "country": new(""),
	}
	lines := strings.Split(tidy(text), "\n")
	for i, line := range lines {
		if found := labelShape.FindStringSubmatch(line); found != nil {
			field, known := labels()[postal.Fold(found[1])]
			if at := fields[field]; at != nil && *at == "" {
				*at = found[2]
				continue
			} else if known && field != "number" { // its label makes a number certain
				line = found[2]
			}
		}
		added := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",;،、", r) })
		if p.add(len(p.parts), added...); i == 0 && len(lines) > 1 && len(added) == 1 && !hasDigit(line) {
			p.name = strings.Trim(line, around)
		}
	}
	p.add(len(p.parts), *fields["country"])
}

// add adds parts at a place, except empty ones and labels.
func (p *parsing) add(at int, parts ...string) {
	for _, part := range slices.Backward(parts) {
		part = strings.Trim(part, around)
		if part != "" && labels()[postal.Fold(part)] == "" {
			p.parts = slices.Insert(p.parts, at, part)
		}
	}
}

func (p *parsing) remove(at int) string {
	part := p.parts[at]
	p.parts = slices.Delete(p.parts, at, at+1)
	return part
}

// unsure names a part. It returns false.
func (p *parsing) unsure(part string) bool {
	if !slices.Contains(p.Unsure, part) {
		p.Unsure = append(p.Unsure, part)
	}
	return false
}

// take takes what has a shape out of the parts, if is agrees. What is before and after it are parts of their own.
func (p *parsing) take(shape *regexp.Regexp, is func(before, found, after string) bool) {
	for i := 0; i < len(p.parts); i++ {
		part := p.parts[i]
		for from := 0; from < len(part); from++ {
			at := shape.FindStringIndex(part[from:])
			if at == nil {
				break
			}
			before, found, after := part[:from+at[0]], part[from+at[0]:from+at[1]], part[from+at[1]:]
			if !is(before, found, after) {
				from += at[0] + strings.IndexByte(found+" ", ' ') // a house number may stand before it
				continue
			}
			beside := []string{endLabel(before), "", after}
			if split := shortName.FindStringSubmatch(before); split != nil {
				beside[0], beside[1] = split[1], split[2]
			}
			for _, text := range beside {
				if p.name == "" && !hasDigit(text) {
					p.name = strings.Trim(text, around)
				}
			}
			p.remove(i)
			p.add(i, beside...)
			i--
			break
		}
	}
}

// endLabel is a text without the label of a phone number at its end.
func endLabel(text string) string {
	words := strings.Fields(text)
	for n := min(len(words), 2); n > 0; n-- {
		if labels()[postal.Fold(strings.Join(words[len(words)-n:], " "))] == "number" {
			return strings.Join(words[:len(words)-n], " ")
		}
	}
	return strings.TrimSpace(text)
}

func (p *parsing) isEmail(_, found, _ string) bool {
	if p.Read.Email != "" {
		return p.unsure(found)
	}
	p.Read.Email = strings.Trim(found, `.'"`)
	return true
}

// isPhone takes numbers with a country code or a label, and numbers that can only be phone numbers in the country.
func (p *parsing) isPhone(before, found, after string) bool {
	f := checkPhone(found, p.country)
	certain := found[0] == '+' || endLabel(before) != strings.TrimSpace(before)
	if !certain && f.Result != Doubtful {
		digits := noDigit.ReplaceAllString(found, "")
		hasTrunk := phonenumbers.GetNddPrefixForRegion(string(p.country), true) == "0" && p.country != "CN"
		certain = len(digits) >= 8 && (len(digits) >= 10 || !hasDigit(before+after)) && (!hasTrunk || digits[0] == '0')
	}
	if certain && p.Read.Number != "" {
		return p.unsure(found)
	}
	if certain {
		p.Read.Number = cmp.Or(f.Suggested, found)
	}
	return certain
}

func hasDigit(text string) bool { return strings.ContainsFunc(text, unicode.IsDigit) }

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

func eastAsian(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// cityStates have the name of their city: the name before the postal code is the city, too.
const cityStates = "SG MC GI"

// readCountry reads the country at the end of the last part that is no number, before or behind the postal code. In East Asia it may stand
// first. A name that is a state elsewhere, such as Georgia, is not sure.
func (p *parsing) readCountry() {
	last := len(p.parts) - 1
	for last >= 0 && isNumber(p.parts[last]) {
		last--
	}
	if last < 0 {
		return
	}
	words := strings.Fields(p.parts[last])
	end := len(words) - 1
	for end > 0 && hasDigit(words[end]) {
		end--
	}
	for from := max(0, end-5); from <= end; from++ {
		text, code := strings.Join(words[from:end+1], " "), strings.Join(words[end+1:], " ")
		c := countryOf(text, from == 0 && code == "")
		elsewhere := func(other string) bool { return other != string(c) && isState(shipment.Country(other), text) }
		switch {
		case c == "":
			continue
		case c != p.country && slices.ContainsFunc(strings.Fields(allStates), elsewhere):
			p.unsure(text)
			return
		case strings.Contains(cityStates, string(c)) && code != "":
			code = text + " " + code
		}
		p.country = c
		p.remove(last)
		p.add(last, strings.Join(words[:from], " "), code)
		return
	}
	p.readFirstCountry()
}

// isNumber reports whether a part is a number, with or without its label, or an e-mail address.
func isNumber(part string) bool {
	text := postal.Fold(phoneShape.ReplaceAllString(part, " "))
	return !hasLetter(text) || labels()[text] != "" || strings.Contains(part, "@")
}

// readFirstCountry reads the country at the beginning of the text.
func (p *parsing) readFirstCountry() {
	first, rest, _ := strings.Cut(p.parts[0], " ")
	if c := countryOf(first, true); len(first) > 3 && c != "" && (rest == "" || strings.ContainsFunc(first, eastAsian)) {
		p.country, p.parts[0] = c, rest
		p.add(0, p.remove(0))
	}
}

// countryOf is the country of a text, "" for none. Within a line it is in English, and has no code that may be a word: No, in.
func countryOf(text string, whole bool) shipment.Country {
	name, short := postal.Fold(text), len(text) <= 3 && !slices.Contains([]string{"USA", "UK", "UAE"}, text)
	switch {
	case short && (!whole || text != strings.ToUpper(text)):
		return ""
	case whole && spellings()[name] != "":
		return spellings()[name]
	}
	c, _ := shipment.CountryByName(text)
	return cmp.Or(c, moreNames[name])
}

// cityShapes are the cities behind the state, in the letters of the country. Names that the shapes would cut, such as 東村山市, have none.
var cityShapes = map[shipment.Country]*regexp.Regexp{
	"CN": regexp.MustCompile(`^[^市盟区县\s]{1,8}?(?:市|自治州|地区|盟)`),
	"JP": regexp.MustCompile(`^[^市区町村郡\s]{1,6}(?:市[^市区町村郡\s\d]{1,3}区|市|区|郡[^市区町村郡\s]{1,5}[町村])`),
	"KR": regexp.MustCompile(`^\S+[시군구](?:\s|$)`),
	"TW": regexp.MustCompile(`^[^區鄉鎮市\s]{1,4}[區鄉鎮市]`),
	"TH": regexp.MustCompile(`(?:เขต|อำเภอ|อ\.)\S+$`),
}

// spot is the place of the part that had the postal code, and the rest of that part. If there is none, it is the end.
type spot struct {
	at    int
	rest  string
	found bool // or not looked for
}

// readPostal takes the code out of the part that has it. line is the line of the format with the code, which says on which side of the city
// it stands.
func (p *parsing) readPostal(line string) spot {
	codes := rules.PostalCodesOf(p.country)
	if !codes.Checked() || p.Read.Postal != "" {
		return spot{at: len(p.parts), found: true}
	}
	for i, part := range slices.Backward(p.parts) {
		words := strings.Fields(part)
		var read []string
		rest := ""
		for j := range 2 * len(words) {
			from, to := j/2, j/2+1+j%2
			if to > len(words) {
				break
			}
			if code, is := codeOf(codes, line, words, from, to); is {
				read, rest = append(read, code), strings.Join(slices.Concat(words[:from], words[to:]), " ")
			}
		}
		if len(read) == 1 {
			p.Read.Postal = read[0]
			p.remove(i)
			return spot{i, rest, true}
		}
		if len(read) > 1 {
			p.unsure(part)
			break
		}
	}
	return spot{at: len(p.parts)}
}

// codeOf is the code that words of a part are, if nothing else can be meant by them.
func codeOf(codes *rules.PostalCodes, line string, words []string, from, to int) (string, bool) {
	text := strings.Trim(strings.Join(words[from:to], " "), "()[]")
	code, is := codes.Spell(text)
	first, last, hasDash := from == 0, to == len(words), strings.Contains(code, "-")
	placed := first && last || last && strings.HasSuffix(line, "Z") || first && strings.HasPrefix(line, "Z")
	return code, is && hasDigit(text) && (to-from == 1 || strings.Contains(code, " ")) && (placed || hasDash || hasLetter(code)) &&
		(hasDash || !dashed.MatchString(text))
}

// isState reports whether a text is a state of a country. A code is in capitals.
func isState(country shipment.Country, text string) bool {
	name := ofState.ReplaceAllString(postal.Fold(text), "")
	return hasLetter(text) && (len(text) > 3 || text == strings.ToUpper(text)) &&
		slices.ContainsFunc([]string{"", " sheng", " shi", " province", " city"}, func(kind string) bool {
			return postal.Named(country)[name+kind] != nil
		})
}

// isPlace reports whether a part can be a place behind the street.
func (p *parsing) isPlace(at int) bool {
	return at > 0 && at < len(p.parts) && !hasDigit(p.parts[at]) && slices.ContainsFunc(p.parts[:at], hasDigit)
}

// readFromSmallest reads an address whose state and city stand behind the street, beside the postal code.
func (p *parsing) readFromSmallest() {
	format := postal.Format(p.country, true)
	lines := strings.Split(format, "/")
	line := lines[max(0, slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "Z") }))]
	s := p.readPostal(line)
	if !strings.Contains(format, "S") || p.Read.State != "" || p.readState(line, &s) {
		p.readCity(format, &s)
	}
	p.add(min(s.at, len(p.parts)), s.rest)
}

// readState reads the state behind, in or before a spot. It returns false if the state may be the city.
func (p *parsing) readState(line string, s *spot) bool {
	if s.at < len(p.parts) && isState(p.country, p.parts[s.at]) {
		p.Read.State = p.remove(s.at)
		return true
	}
	words := strings.Fields(s.rest)
	for n := min(len(words), 6); n > 0; n-- {
		name := strings.Join(words[len(words)-n:], " ")
		alone := n == len(words) && strings.Contains(line, "C")
		switch {
		case !isState(p.country, name), alone && line[0] == 'Z': // at the place of the city
			continue
		case alone && len(name) > 3 && !p.isPlace(s.at-1): // New York may be either
			return p.unsure(name)
		}
		p.Read.State, s.rest = name, strings.Join(words[:len(words)-n], " ")
		return true
	}
	before := s.at - 1
	if s.rest == "" && before >= 0 && isState(p.country, p.parts[before]) && (len(p.parts[before]) <= 3 || p.isPlace(before-1)) {
		s.at, s.found = before, true
		p.Read.State = p.remove(before)
	}
	return true
}

// readCity reads the city in or before a spot.
func (p *parsing) readCity(format string, s *spot) {
	city := ""
	switch shape := cityShapes[p.country]; {
	case p.Read.City != "" || s.rest == "" && (!s.found || !p.isPlace(s.at-1)):
	case s.rest == "" && format == "A/C/Z" && p.isPlace(s.at-2): // it may be a county
		p.unsure(p.parts[s.at-1])
	case s.rest == "":
		city = p.remove(s.at - 1)
	case !hasDigit(s.rest):
		city, s.rest = s.rest, ""
	case shape != nil && shape.MatchString(s.rest):
		city = shape.FindString(s.rest)
		s.rest = strings.TrimSuffix(s.rest, city)
	default:
		p.unsure(s.rest)
	}
	p.Read.City = cmp.Or(p.Read.City, city)
}

// readFromLargest reads an address of East Asia in its own letters: state, city, the rest. The name may stand behind it.
func (p *parsing) readFromLargest() {
	s := p.readPostal("Z")
	p.add(s.at, s.rest)
	for i, part := range p.parts {
		before, name, rest := splitState(p.country, part)
		if name == "" {
			continue
		}
		city := cityShapes[p.country].FindString(rest)
		next := strings.TrimPrefix(rest, city)
		switch {
		case p.country == "CN" && strings.HasSuffix(name, "市"):
			city, next = name, strings.TrimPrefix(rest, name)
		case city == "" || strings.HasPrefix(next, "市") || strings.HasPrefix(next, "郡"):
			p.unsure(rest)
			city, next = "", rest
		}
		p.Read.State, p.Read.City = name, cmp.Or(p.Read.City, strings.TrimSpace(city))
		p.remove(i)
		p.add(i, before, next)
		break
	}
	bare := slices.DeleteFunc(slices.Clone(p.parts), hasDigit)
	if !slices.Contains(p.parts, p.name) && len(bare) == 1 {
		p.name = bare[0]
	}
}

// splitState splits a part at the state with which it or a word of it begins. In Korea the state is a word: 서울숲길 is a street.
func splitState(country shipment.Country, part string) (before, name, rest string) {
	for _, s := range postal.States(country) {
		for _, name := range s.Names {
			at := strings.Index(" "+part, " "+name)
			if at >= 0 && strings.ContainsFunc(name, eastAsian) && (country != "KR" || strings.Contains(part[at:]+" ", name+" ")) {
				return part[:at], name, strings.TrimSpace(part[at+len(name):])
			}
		}
	}
	return "", "", ""
}

// readName takes the name from where names stand. A first part without a number may be a name or a house: it is named.
func (p *parsing) readName() {
	if p.Read.Name != "" || len(p.parts) < 2 {
		return
	}
	if at := slices.Index(p.parts, p.name); at >= 0 && !hasDigit(p.name) {
		p.Read.Name = honorifics.ReplaceAllString(p.remove(at), "")
	} else if !hasDigit(p.parts[0]) {
		p.unsure(p.parts[0])
	}
}
