package partnerlabel

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"waybill/internal/shipment"
)

// ZPL II is sent to printers as it is, so Waybill allows only commands that draw one label: others reset printers, change
// their settings, or empty their memory. The names are of Zebra's ZPL II Programming Guide; ^A has its font in the second
// character, so all of its forms are allowed.
var (
	allowedZPL = commandsOf("XA XZ LH LL LR LS PM PO PW CF CI CV FW BY PA " + // set up one label
		"FB FD FH FM FO FP FR FS FT FV FX TB GB GC GD GE GF GS " + // fields and graphics
		"B0 B1 B2 B3 B4 B5 B7 B8 B9 BA BB BC BD BE BF BI BJ BK BL BM BO BP BQ BR BS BT BU BX BZ PQ")
	// removedZPL are about the media in the printer, which the partner does not know. Carriers send them in most labels.
	removedZPL = commandsOf("MN MF MC MM MD PR")
	// onePrint are the parameters of ^PQ that print one label, without a pause.
	onePrint = regexp.MustCompile(`^1(,0?(,[01]?(,[YNyn]?(,[YNyn]?)?)?)?)?\s*$`)
)

// maxLength is the longest label in dots: 6 inches at 600 dpi, A4 at 300 dpi, or 45 cm at 203 dpi. A printer of continuous paper
// feeds as much as ^LL says.
const maxLength = 3658

func commandsOf(names string) map[string]bool {
	commands := make(map[string]bool)
	for name := range strings.FieldsSeq(names) {
		commands[name] = true
	}
	return commands
}

// cleanZPL returns a label without its commands about media. It returns a *RefusedError if a printer must not get the label:
// it has another command than those that draw one label, or is not exactly one format from ^XA to ^XZ. Every ^ and ~ begins a
// command, as in a printer. Only binary data may contain them, so it is refused.
func cleanZPL(label []byte) ([]byte, error) {
	if i := bytes.IndexFunc(label, isControl); i >= 0 {
		return nil, refusedZPL("it has the control character %#02x, which printers take for a command", label[i])
	}
	clean := make([]byte, 0, len(label))
	for rest := label; len(rest) > 0; {
		size := 1 + bytes.IndexAny(rest[1:], "^~")
		if size == 0 {
			size = len(rest)
		}
		command := rest[:size]
		rest = rest[size:]
		name, err := checkCommand(command)
		if err != nil {
			return nil, err
		}
		if !removedZPL[name] {
			clean = append(clean, command...)
		}
	}
	format := bytes.ToUpper(bytes.TrimSpace(clean))
	begins, ends := bytes.Count(format, []byte("^XA")), bytes.Count(format, []byte("^XZ"))
	if begins != 1 || ends != 1 || !bytes.HasPrefix(format, []byte("^XA")) || !bytes.HasSuffix(format, []byte("^XZ")) {
		return nil, refusedZPL("it is not exactly one format, from ^XA to ^XZ")
	}
	return clean, nil
}

func refusedZPL(format string, args ...any) error {
	return &RefusedError{shipment.LabelZPL, fmt.Sprintf(format, args...)}
}

// isControl reports whether a printer may take a character for a command: STX for ^XA, RS for ^, DLE for ~. Line ends and
// tabs mean nothing to it.
func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\r' && r != '\t' }

// checkCommand returns the name of a command without its first character, in upper case, or a *RefusedError.
func checkCommand(command []byte) (name string, err error) {
	shown := command[:min(len(command), len("^XA"))]
	if command[0] == '^' && len(shown) == len("^XA") {
		name = strings.ToUpper(string(shown[1:]))
	}
	parameters := command[len(shown):]
	switch {
	case command[0] != '^' && command[0] != '~': // before the first command
		return "", nil
	case name == "PQ" && !onePrint.Match(parameters):
		return "", refusedZPL("its command ^PQ does not ask for 1 label")
	case name == "LL" && !isLength(parameters):
		return "", refusedZPL("its command ^LL is not a length of at most %d dots", maxLength)
	case name == "GF" && !bytes.HasPrefix(parameters, []byte("A")) && !bytes.HasPrefix(parameters, []byte("a")):
		return "", refusedZPL("its command ^GF has binary data: send ^GFA")
	case allowedZPL[name] || removedZPL[name] || isFont(name):
		return name, nil
	}
	return "", refusedZPL("it has the command %q, which is not one that draws a label", shown)
}

// isLength reports whether the parameters of ^LL begin with a length that media have, or with none: the printer keeps its own then.
func isLength(parameters []byte) bool {
	length, _, _ := strings.Cut(strings.TrimSpace(string(parameters)), ",")
	dots, err := strconv.Atoi(length)
	return length == "" || err == nil && dots >= 0 && dots <= maxLength
}

// isFont reports whether a command is ^A with a font: a letter, a digit, or @ for one by name.
func isFont(name string) bool {
	return len(name) == 2 && name[0] == 'A' && (name[1] >= '0' && name[1] <= '9' || name[1] >= '@' && name[1] <= 'Z')
}
