package problem

import (
	"encoding/json"
	"regexp"
	"testing"
	"time"
)

func TestMessages(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]Message{
		"":                        {},
		"This field is required.": Required,
		"Ensure this field has no more than 255 characters.":             MaxLength.With(255),
		"Service 3 runs from Singapore to any country.":                  OtherLane.With(3, "Singapore", AnyCountry),
		"Null characters are not allowed. Enter one line.":               Join(NullCharacter, NotOneLine),
		`"a\uFDD0b" is not a valid choice.` + " No such city.":           Join(NotChoice.With(`a\uFDD0b`), Own("No such city.")),
		"\"a\uFDD0required\uFDD1b\uFDD2\uFDD20\" is not a valid choice.": NotChoice.With("a\uFDD0required\uFDD1b\uFDD2\uFDD20"),
		"\uFDD0required": Own("\uFDD0required"),
		"\"\" is not a valid choice. \"\xed\xa0\x80\" is not a valid choice.": Join(NotChoice.With(""), NotChoice.With("\xed\xa0\x80")),
	} {
		if got := m.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if m.IsZero() != (want == "") {
			t.Errorf("%q says nothing: %t", want, m.IsZero())
		}
	}
}

func TestMessagesLeaveInEnglish(t *testing.T) {
	t.Parallel()
	type stored struct {
		Message Message `json:"message"`
		Hint    Message `json:"hint,omitzero"`
	}
	text, err := json.Marshal(stored{Message: MinValue.With("0.001")})
	if want := `{"message":"Ensure this value is greater than or equal to 0.001."}`; err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
	var again stored
	if err := json.Unmarshal(text, &again); err != nil || again.Message != Own("Ensure this value is greater than or equal to 0.001.") {
		t.Errorf("%q, %v", again.Message.coded, err)
	}
}

// TestMoments are in UTC in English, also when they were encoded.
func TestMoments(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 23, 47, 9, 5, time.FixedZone("", 3600))
	m := WhyPaused.With(at)
	for _, m := range []Message{m, Decode(m.Encode(), ""), m.Redacted()} {
		if text := m.String(); text != "The operator has paused all calls to partners since 24 Nov 2026, 22:47 UTC." {
			t.Errorf("%q", text)
		}
	}
}

func TestCodesAreStable(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	for _, code := range Codes() {
		if !form.MatchString(code) {
			t.Errorf("the code %q is not in snake case", code)
		}
		for _, arg := range templates()[code].args {
			switch arg.Kind {
			case Text, Quoted, Number, Country, Choices, Clause, Moment:
			default:
				t.Errorf("the argument %s of %s has the unknown kind %q", arg.Name, code, arg.Kind)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a code was defined twice")
		}
	}()
	Define("required", "")
}

// TestEncodedMessagesAreReadAgain: also one that is a clause of another one. What is not encoded is a text of somebody else.
func TestEncodedMessagesAreReadAgain(t *testing.T) {
	t.Parallel()
	refused := FileRefused.With(LogoTooManyPx.With(2000, 10, 1000, 1000))
	for _, m := range []Message{
		{},
		Required, Own("\uFDD0required"), Join(NotChoice.With("a\uFDD1b"), Null), refused, FileRefused.With(refused),
		RuleWrong.With("words", "x"),
	} {
		if got := Decode(m.Encode(), ""); got != m || got.String() != m.String() {
			t.Errorf("%q is read as %q", m.Encode(), got.coded)
		}
	}
	if got := refused.String(); got != "The file is refused: it has 2000 × 10 pixels: at most 1000 × 1000." {
		t.Error(got)
	}
	for _, text := range []string{"required", "This field is required.", "", "\uFDD0of_another_release", "\uFDD0required\uFDD0unknown"} {
		if got := Decode(text, "otherwise"); got != Own("otherwise") {
			t.Errorf("%q is read as %q", text, got.coded)
		}
	}
}
