package command

import (
	"strings"
	"testing"
	"time"
)

const flagsOfBoxes Texts = `# box
Manage boxes

# box list
List boxes

Examples:
  waybill box list

Flags in this order:
  --size=3  only boxes of this ` + "`SIZE`" + `
  -o, --output  where the list goes:
      a file
  --after  how old they are

# box count
Count boxes

Flags:
  --all  also those in use
  as box list
`

// TestFlags: the help has the texts, and a value that is not given is that of the text, or of the variable.
func TestFlags(t *testing.T) {
	t.Parallel()
	size, output, after, all := 0, "boxes.txt", time.Hour, true
	list := Flags(flagsOfBoxes.Of("box list"), "size", &size, "output", &output, "after", &after)
	want := "      --size SIZE        only boxes of this SIZE (default 3)\n" +
		"  -o, --output string    where the list goes:\n" +
		"                         a file (default \"boxes.txt\")\n" +
		"      --after duration   how old they are (default 1h0m0s)\n"
	if got := list.Flags().FlagUsages(); got != want || list.Example != "  waybill box list" {
		t.Errorf("the flags are\n%s\nwant\n%s\nthe example is %q", got, want, list.Example)
	}
	if err := list.ParseFlags([]string{"-o", "a", "--after", "2h"}); err != nil || size != 3 || output != "a" || after != 2*time.Hour {
		t.Errorf("size %d, output %q, after %v, %v", size, output, after, err)
	}
	count := Flags(flagsOfBoxes.Of("box count"), "all", &all, "size", &size, "after", &after)
	got := count.Flags().FlagUsages()
	if !strings.HasPrefix(got, "      --after") || !strings.Contains(got, "also those in use (default true)") {
		t.Errorf("the flags of another command are\n%s", got)
	}
}

// TestFlagsWithoutTexts: a flag without a text, a text without a flag, and a wrong default end the program.
func TestFlagsWithoutTexts(t *testing.T) {
	t.Parallel()
	var size int
	var after time.Duration
	for want, do := range map[string]func(){
		"no text of the flag --weight of the command list, or not in this order": func() { Flags(flagsOfBoxes.Of("box list"), "weight", &size) },
		"no text of the flag --size of the command list, or not in this order": func() {
			Flags(flagsOfBoxes.Of("box list"), "after", &after, "size", &size)
		},
		"the command list has no flag --output":  func() { flagsOfBoxes.Group("box", Flags(flagsOfBoxes.Of("box list"), "size", &size)) },
		"no flag sets a *map[string]int: --size": func() { Flags(flagsOfBoxes.Of("box list"), "size", new(map[string]int)) },
		`the default of --size: time: missing unit in duration "3"`: func() {
			Flags(flagsOfBoxes.Of("box list"), "size", &after)
		},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			}()
			do()
		}()
	}
}
