package request

import (
	"strings"
	"time"

	"waybill/internal/problem"
)

func readDate(v Value, f *Field) (string, Messages) {
	if v.Kind != String {
		return "", Messages{problem.NotDate}
	}
	if !f.Required && strings.TrimSpace(v.Text) == "" {
		return "", nil
	}
	day, rest, ok := cutDay(v.Text)
	if !ok || rest != "" {
		return "", Messages{problem.NotDate}
	}
	return day.Format(time.DateOnly), nil
}

// readMomentFrom reads a moment; a day alone is its first microsecond.
func readMomentFrom(v Value, _ *Field) (time.Time, Messages) {
	t, _, ok := parseMoment(v.Text)
	if !ok || v.Kind != String {
		return time.Time{}, Messages{problem.NotMoment}
	}
	return t, nil
}

// readMomentTo reads a moment; a day alone is its last microsecond.
func readMomentTo(v Value, _ *Field) (time.Time, Messages) {
	t, isDay, ok := parseMoment(v.Text)
	if !ok || v.Kind != String {
		return time.Time{}, Messages{problem.NotMoment}
	}
	if isDay {
		t = t.AddDate(0, 0, 1).Add(-time.Microsecond)
	}
	return t, nil
}

// parseMoment reads a moment in the extended or the basic format of ISO 8601, which may
// differ between its day and its time: YYYY-M-D or YYYYMMDD; T or one space; H:M or HHMM,
// optionally :S or SS and a fraction (six decimals are kept), or HH alone; optionally
// a zone, UTC when there is none. t and z are T and Z.
func parseMoment(s string) (t time.Time, isDay, ok bool) {
	cut := cutDay
	if leadingDigits(s) == len("20060102") {
		cut = cutBasicDay
	}
	day, rest, ok := cut(s)
	if !ok || rest == "" {
		return day, true, ok
	}
	if rest[0]|0x20 != 't' && rest[0] != ' ' {
		return t, false, false
	}
	clock, rest, ok := cutClock(rest[1:])
	if !ok {
		return t, false, false
	}
	offset, ok := parseZone(rest)
	return day.Add(clock - offset), false, ok
}

// cutDay reads YYYY-M-D, a real day from year 1 on, off the start of s.
func cutDay(s string) (day time.Time, rest string, ok bool) {
	year, rest, hasYear := cutNumber(s, 4, 4)
	month, rest, hasMonth := cutPart(rest, '-')
	dom, rest, hasDay := cutPart(rest, '-')
	day, isReal := realDay(year, month, dom)
	return day, rest, hasYear && hasMonth && hasDay && isReal
}

// cutBasicDay reads YYYYMMDD, a real day from year 1 on, off the start of s.
func cutBasicDay(s string) (day time.Time, rest string, ok bool) {
	n, rest, ok := cutNumber(s, 8, 8)
	day, isReal := realDay(n/10000, n/100%100, n%100)
	return day, rest, ok && isReal
}

// realDay is a day of the calendar; an unreal one would be a day of another month.
func realDay(year, month, dom int) (day time.Time, ok bool) {
	day = time.Date(year, time.Month(month), dom, 0, 0, 0, 0, time.UTC)
	return day, year > 0 && day.Month() == time.Month(month)
}

// cutClock reads a time of the day, with a fraction if it has seconds, off the start of s.
func cutClock(s string) (clock time.Duration, rest string, ok bool) {
	part, n, rest, ok := cutParts(s)
	if !ok || part[0] > 23 || part[1] > 59 || part[2] > 59 {
		return 0, rest, false
	}
	clock = time.Duration(part[0])*time.Hour + time.Duration(part[1])*time.Minute + time.Duration(part[2])*time.Second
	if n < len(part) {
		return clock, rest, true
	}
	fraction, rest, ok := cutFraction(rest)
	return clock + fraction, rest, ok
}

// cutParts reads H:M, H:M:S, HH, HHMM or HHMMSS: the hour, the minute and the second, and how many of the three there
// are. What cannot follow them is left in rest, for the caller to refuse.
func cutParts(s string) (part [3]int, n int, rest string, ok bool) {
	separator, least := "", 2
	if strings.HasPrefix(s[leadingDigits(s):], ":") {
		separator, least = ":", 1
	}
	part[0], rest, ok = cutNumber(s, least, 2)
	for n = 1; ok && n < len(part); n++ {
		next, follows := strings.CutPrefix(rest, separator)
		if !follows || leadingDigits(next) == 0 {
			break
		}
		part[n], rest, ok = cutNumber(next, least, 2)
	}
	return part, n, rest, ok
}

// leadingDigits is how many digits s begins with.
func leadingDigits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// cutFraction reads a point or comma and 1 to 12 decimals. Six of them count.
func cutFraction(s string) (fraction time.Duration, rest string, ok bool) {
	if s == "" || s[0] != '.' && s[0] != ',' {
		return 0, s, true
	}
	n := leadingDigits(s[1:])
	micros, _, _ := cutNumber((s[1:n+1] + "000000")[:6], 6, 6)
	return time.Duration(micros) * time.Microsecond, s[n+1:], n >= 1 && n <= 12
}

// parseZone reads Z, ±HH, ±HHMM or ±HH:MM. A query turns an unescaped + into a space,
// so a space is one.
func parseZone(s string) (offset time.Duration, ok bool) {
	if s == "" || s == "Z" || s == "z" {
		return 0, true
	}
	sign := s[0]
	if sign != '+' && sign != '-' && sign != ' ' {
		return 0, false
	}
	hours, rest, ok := cutNumber(s[1:], 2, 2)
	if !ok || hours > 23 {
		return 0, false
	}
	minutes := 0
	if rest != "" {
		minutes, rest, ok = cutNumber(strings.TrimPrefix(rest, ":"), 2, 2)
	}
	offset = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if sign == '-' {
		offset = -offset
	}
	return offset, ok && rest == "" && minutes < 60
}

// cutPart reads a separator and one or two digits off the start of s.
func cutPart(s string, separator byte) (n int, rest string, ok bool) {
	if s == "" || s[0] != separator {
		return 0, s, false
	}
	return cutNumber(s[1:], 1, 2)
}

// cutNumber reads least to most ASCII digits off the start of s; a further digit is
// left in rest, for the caller to refuse.
func cutNumber(s string, least, most int) (n int, rest string, ok bool) {
	i := 0
	for i < most && i < len(s) && isDigit(s[i]) {
		n = n*10 + int(s[i]-'0')
		i++
	}
	return n, s[i:], i >= least
}
