package request

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"waybill/internal/problem"
)

// A moment is in the extended or the basic format of ISO 8601, which may differ between its day and its time. t and z are T and Z.
var (
	dayShape = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`)
	// momentShape is YYYY-M-D or YYYYMMDD; T or one space; H:M or HHMM, optionally :S or SS and a fraction, or HH alone; optionally a zone:
	// Z, ±HH, ±HHMM or ±HH:MM. A query turns an unescaped + into a space, so a space is one.
	momentShape = regexp.MustCompile(`^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{4})(\d\d)(\d\d))` +
		`(?:[Tt ](?:(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,12}))?)?|(\d\d)(?:(\d\d)(?:(\d\d)(?:[.,](\d{1,12}))?)?)?)` +
		`(?:[Zz]|([-+ ])(\d\d)(?::?(\d\d))?)?)?$`)
)

func readDate(v Value, f *Field) (string, Messages) {
	if v.Kind != String {
		return "", Messages{problem.NotDate}
	}
	if !f.Required && strings.TrimSpace(v.Text) == "" {
		return "", nil
	}
	if part := dayShape.FindStringSubmatch(v.Text); part != nil {
		if day, isReal := realDay(part[1], part[2], part[3]); isReal {
			return day.Format(time.DateOnly), nil
		}
	}
	return "", Messages{problem.NotDate}
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

// readOffsetTime reads a time of RFC 3339.
func readOffsetTime(v Value, _ *Field) (time.Time, Messages) {
	t, err := time.Parse(time.RFC3339, v.Text)
	if err != nil {
		return t, Messages{problem.NotOffsetTime}
	}
	return t.UTC(), nil
}

// without reads the last moment before the one that is sent.
func without(read func(Value, *Field) (time.Time, Messages)) func(Value, *Field) (time.Time, Messages) {
	return func(v Value, f *Field) (time.Time, Messages) {
		t, problems := read(v, f)
		return t.Add(-time.Microsecond), problems
	}
}

// parseMoment reads a moment, in UTC when there is no zone. Of a fraction six decimals are kept.
func parseMoment(s string) (t time.Time, isDay, ok bool) {
	part := momentShape.FindStringSubmatch(s)
	if part == nil {
		return t, false, false
	}
	either := func(i, j int) string { return cmp.Or(part[i], part[j]) } // the extended and the basic format
	day, isReal := realDay(either(1, 4), either(2, 5), either(3, 6))
	hour, minute, second := intOf(either(7, 11)), intOf(either(8, 12)), intOf(either(9, 13))
	micros := intOf((either(10, 14) + "000000")[:6])
	zoneHour, zoneMinute := intOf(part[16]), intOf(part[17])
	ahead := time.Duration(zoneHour)*time.Hour + time.Duration(zoneMinute)*time.Minute
	if part[15] == "-" {
		ahead = -ahead
	}
	clock := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second +
		time.Duration(micros)*time.Microsecond
	ok = isReal && max(hour, zoneHour) < 24 && max(minute, second, zoneMinute) < 60
	return day.Add(clock - ahead), either(7, 11) == "", ok
}

// realDay is a day of the calendar from year 1 on; an unreal one would be a day of another month.
func realDay(year, month, dom string) (day time.Time, ok bool) {
	day = time.Date(intOf(year), time.Month(intOf(month)), intOf(dom), 0, 0, 0, 0, time.UTC)
	return day, intOf(year) > 0 && day.Month() == time.Month(intOf(month))
}

// intOf is the number that up to 12 digits are, 0 for none.
func intOf(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
