package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
)

// build is what the Go tool wrote into the binary.
type build struct {
	Version   string `json:"version"`
	Revision  string `json:"revision"`
	GoVersion string `json:"go_version"`

	committed time.Time // zero when the binary was built outside of a clone
}

func readBuild() build {
	b := build{Version: "(devel)"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Version = cmp.Or(info.Main.Version, b.Version)
	b.GoVersion = info.GoVersion
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Revision = setting.Value
		case "vcs.time":
			b.committed, _ = time.Parse(time.RFC3339, setting.Value) // zero if it is no time
		}
	}
	return b
}

// String is the build for people.
func (b build) String() string {
	return fmt.Sprintf("waybill %s (revision %s, %s)", b.Version, cmp.Or(b.Revision, "unknown"), b.GoVersion)
}

func newVersion(p Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			b := readBuild()
			if wantsJSON(cmd) {
				return printJSON(p.Stdout, b)
			}
			fmt.Fprintln(p.Stdout, b)
			return nil
		},
	}
	addJSONFlag(cmd)
	return cmd
}
