package shipment

import (
	"strings"
	"time"
)

func readDate(v Value, f *Field) (string, Messages) {
	if v.Kind != String {
		return "", msgNotDate
	}
	if !f.Required && strings.TrimSpace(v.Text) == "" {
		return "", nil
	}
	day, rest, ok := cutDay(v.Text)
	if !ok || rest != "" {
		return "", msgNotDate
	}
	return day.Format(time.DateOnly), nil
}

// readMomentFrom reads a moment; a day alone is its first microsecond.
func readMomentFrom(v Value, _ *Field) (time.Time, Messages) {
	t, _, ok := parseMoment(v.Text)
	if !ok {
		return time.Time{}, msgNotMoment
	}
	return t, nil
}

// readMomentTo reads a moment; a day alone is its last microsecond.
func readMomentTo(v Value, _ *Field) (time.Time, Messages) {
	t, isDay, ok := parseMoment(v.Text)
	if !ok {
		return time.Time{}, msgNotMoment
	}
	if isDay {
		t = t.AddDate(0, 0, 1).Add(-time.Microsecond)
	}
	return t, nil
}

// parseMoment reads YYYY-M-D, T or one space, H:M, optionally :S and a fraction of
// which six decimals are kept, optionally a zone; UTC when there is none.
func parseMoment(s string) (t time.Time, isDay, ok bool) {
	day, rest, ok := cutDay(s)
	if !ok || rest == "" {
		return day, true, ok
	}
	if rest[0] != 'T' && rest[0] != ' ' {
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
	year, rest, ok := cutNumber(s, 4, 4)
	if !ok || year == 0 {
		return day, rest, false
	}
	month, rest, ok := cutPart(rest, '-')
	if !ok {
		return day, rest, false
	}
	dom, rest, ok := cutPart(rest, '-')
	day = time.Date(year, time.Month(month), dom, 0, 0, 0, 0, time.UTC)
	return day, rest, ok && day.Month() == time.Month(month) // an unreal day is one of another month
}

// cutClock reads H:M, H:M:S or H:M:S.fraction off the start of s.
func cutClock(s string) (clock time.Duration, rest string, ok bool) {
	hour, rest, ok := cutNumber(s, 1, 2)
	if !ok || hour > 23 {
		return 0, rest, false
	}
	minute, rest, ok := cutPart(rest, ':')
	if !ok || minute > 59 {
		return 0, rest, false
	}
	clock = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	if !strings.HasPrefix(rest, ":") {
		return clock, rest, true
	}
	second, rest, ok := cutPart(rest, ':')
	if !ok || second > 59 {
		return 0, rest, false
	}
	fraction, rest, ok := cutFraction(rest)
	return clock + time.Duration(second)*time.Second + fraction, rest, ok
}

// cutFraction reads a point or comma and 1 to 12 decimals, of which six count.
func cutFraction(s string) (fraction time.Duration, rest string, ok bool) {
	if s == "" || s[0] != '.' && s[0] != ',' {
		return 0, s, true
	}
	s = s[1:]
	unit, n := time.Second, 0
	for n < len(s) && isDigit(s[n]) {
		if n < 6 {
			unit /= 10
			fraction += time.Duration(s[n]-'0') * unit
		}
		n++
	}
	return fraction, s[n:], n >= 1 && n <= 12
}

// parseZone reads Z, ±HH, ±HHMM or ±HH:MM. A query turns an unescaped + into a space,
// so a space is one.
func parseZone(s string) (offset time.Duration, ok bool) {
	if s == "" || s == "Z" {
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
// left for who reads on to refuse.
func cutNumber(s string, least, most int) (n int, rest string, ok bool) {
	i := 0
	for i < most && i < len(s) && isDigit(s[i]) {
		n = n*10 + int(s[i]-'0')
		i++
	}
	return n, s[i:], i >= least
}
