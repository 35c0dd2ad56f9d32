package command

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime/debug"
	"time"
)

// Build is the information that the Go tool wrote into the binary.
type Build struct {
	Version   string `json:"version"` // of Semantic Versioning, without a v
	Revision  string `json:"revision"`
	GoVersion string `json:"go_version"`

	Committed time.Time `json:"-"` // zero when the binary was built outside of a clone
}

// next is the version that this source code becomes. The SDKs have the same one.
const next = "0.2.0"

// release is the version of a release, such as 0.1.0, that packaging/release/build sets.
var release string

// tagged is the version of a clone whose commit has the tag of a release, and which has no other changes.
var tagged = regexp.MustCompile(`^v(\d+\.\d+\.\d+)$`)

// ReadBuild reads what the Go tool wrote into this binary.
func ReadBuild() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Version: cmp.Or(release, next+"-dev")}
	}
	return buildOf(info, release)
}

// buildOf has the version of a release, or of the tag; that of another clone is 0.2.0-dev+REVISION, as Semantic Versioning writes it.
func buildOf(info *debug.BuildInfo, release string) Build {
	b := Build{GoVersion: info.GoVersion}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Revision = setting.Value
		case "vcs.time":
			b.Committed, _ = time.Parse(time.RFC3339, setting.Value) // zero if it is no time
		}
	}
	b.Version = next + "-dev"
	if b.Revision != "" {
		b.Version += "+" + b.Revision[:min(len(b.Revision), 12)]
	}
	if tag := tagged.FindStringSubmatch(info.Main.Version); tag != nil {
		b.Version = tag[1]
	}
	b.Version = cmp.Or(release, b.Version)
	return b
}

// String is the build for people.
func (b Build) String() string {
	return fmt.Sprintf("waybill %s (revision %s, %s)", b.Version, cmp.Or(b.Revision, "unknown"), b.GoVersion)
}
