package command

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"time"
)

// Build is the information that the Go tool wrote into the binary.
type Build struct {
	Version   string `json:"version"`
	Revision  string `json:"revision"`
	GoVersion string `json:"go_version"`

	Committed time.Time `json:"-"` // zero when the binary was built outside of a clone
}

// release is the version of a release, such as v0.1.0, that packaging/release/build sets.
var release string

// ReadBuild reads what the Go tool wrote into this binary.
func ReadBuild() Build {
	b := Build{Version: cmp.Or(release, "(devel)")}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Version = cmp.Or(release, info.Main.Version, b.Version)
	b.GoVersion = info.GoVersion
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Revision = setting.Value
		case "vcs.time":
			b.Committed, _ = time.Parse(time.RFC3339, setting.Value) // zero if it is no time
		}
	}
	return b
}

// String is the build for people.
func (b Build) String() string {
	return fmt.Sprintf("waybill %s (revision %s, %s)", b.Version, cmp.Or(b.Revision, "unknown"), b.GoVersion)
}
