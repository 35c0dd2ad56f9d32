package command

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// TestSDKsHaveTheVersion of the server that they come with.
func TestSDKsHaveTheVersion(t *testing.T) {
	text, err := os.ReadFile("../../../clients/VERSION")
	if err != nil || strings.TrimSpace(string(text)) != next {
		t.Errorf("clients/VERSION is %q, want %s: %v", text, next, err)
	}
}

// TestVersionOfABuild: a release has the version that it was built as, a clone the one of its tag, else that which it becomes.
func TestVersionOfABuild(t *testing.T) {
	const revision = "cbdd247000112233445566778899aabbccddeeff"
	in := func(version, revision string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: version}}
		if revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: revision}}
		}
		return info
	}
	for _, c := range []struct {
		info          *debug.BuildInfo
		release, want string
	}{
		{in("(devel)", ""), "", next + "-dev"},
		{in("(devel)", revision), "", next + "-dev+cbdd24700011"},
		{in("v0.1.1-0.20261130151600-cbdd24700011", revision), "", next + "-dev+cbdd24700011"},
		{in("v0.2.1+dirty", revision), "", next + "-dev+cbdd24700011"},
		{in("v0.2.1", revision), "", "0.2.1"},
		{in("(devel)", revision), "0.3.0", "0.3.0"},
	} {
		if got := buildOf(c.info, c.release).Version; got != c.want {
			t.Errorf("%s at %q, released as %q: %s, want %s", c.info.Main.Version, c.info.Settings, c.release, got, c.want)
		}
	}
}
