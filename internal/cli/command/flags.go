package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagTexts is the annotation of a command with the texts of its flags.
const flagTexts = "flags"

// flagText is a flag in the texts of a command, such as "--limit=50  at most this `NUMBER`". More lines, further in, go on with the text.
type flagText struct{ name, short, value, about string }

func flagTextsOf(cmd *cobra.Command) (all []flagText) {
	_, lines, _ := strings.Cut(cmd.Annotations[flagTexts], "\n")
	for line := range strings.SplitSeq(lines, "\n") {
		if more, isMore := strings.CutPrefix(line, "      "); isMore {
			all[len(all)-1].about += "\n" + more
			continue
		}
		flag, about, found := strings.Cut(strings.TrimSpace(line), "  ")
		short, name, _ := strings.Cut(flag, "--")
		name, value, _ := strings.Cut(name, "=")
		if found {
			all = append(all, flagText{name, strings.Trim(short, "-, "), value, about})
		}
	}
	return all
}

// Flags makes flags of a command, whose texts its package has. Vars are the names of flags, each followed by what it sets, whose value is
// the default if the text has none. They have the order of the texts.
func Flags(cmd *cobra.Command, vars ...any) *cobra.Command {
	if strings.HasPrefix(cmd.Annotations[flagTexts], " in this order:") {
		cmd.Flags().SortFlags = false
	}
	texts := flagTextsOf(cmd)
	for flag := range slices.Chunk(vars, 2) {
		at := slices.IndexFunc(texts, func(t flagText) bool { return t.name == flag[0] })
		if at < 0 {
			panic(fmt.Sprintf("no text of the flag --%s of the command %s, or not in this order", flag[0], cmd.Use))
		}
		texts[at].define(cmd.Flags(), flag[1])
		texts = texts[at+1:]
	}
	return cmd
}

// Repeated are the values of a flag that may be given several times. Those of a []string have commas between, too.
type Repeated []string

// define makes the flag of a variable, or of a function that is called if the flag is given.
func (t flagText) define(flags *pflag.FlagSet, variable any) {
	switch to := variable.(type) {
	case *string:
		flags.StringVarP(to, t.name, t.short, *to, t.about)
	case *[]string:
		flags.StringSliceVarP(to, t.name, t.short, *to, t.about)
	case *bool:
		flags.BoolVarP(to, t.name, t.short, *to, t.about)
	case *int:
		flags.IntVarP(to, t.name, t.short, *to, t.about)
	case *int64:
		flags.Int64VarP(to, t.name, t.short, *to, t.about)
	case *uint64:
		flags.Uint64VarP(to, t.name, t.short, *to, t.about)
	case *float64:
		flags.Float64VarP(to, t.name, t.short, *to, t.about)
	case *time.Duration:
		flags.DurationVarP(to, t.name, t.short, *to, t.about)
	case *Repeated:
		flags.StringArrayVarP((*[]string)(to), t.name, t.short, *to, t.about)
	case func(string) error:
		flags.BoolFuncP(t.name, t.short, t.about, to)
	default:
		panic(fmt.Sprintf("no flag sets a %T: --%s", variable, t.name))
	}
	if t.value != "" {
		f := flags.Lookup(t.name)
		if err := f.Value.Set(t.value); err != nil {
			panic(fmt.Sprintf("the default of --%s: %v", t.name, err))
		}
		f.DefValue = f.Value.String()
	}
}
