package web

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestIconsAreOneBelowTheOther: each icon is where its number says, each that is used exists, and each that exists is used.
func TestIconsAreOneBelowTheOther(t *testing.T) {
	t.Parallel()
	sprite := newAssets()["icons.svg"].Content
	lines := regexp.MustCompile(`(?m)^<g id="([a-z0-9-]+)"(?: transform="translate\(0 (\d+)\)")?>`).FindAllSubmatch(sprite, -1)
	if height := ` height="` + strconv.Itoa(24*len(lines)) + `"`; len(lines) == 0 || !strings.Contains(string(sprite), height) {
		t.Errorf("%d icons, whose file has not the%s", len(lines), height)
	}
	known := map[string]bool{} // whether it is used
	for i, line := range lines {
		if place := string(line[2]); place != strconv.Itoa(24*i) && i > 0 {
			t.Errorf("the icon %s is number %d, and moved down by %s", line[1], i, place)
		}
		known[string(line[1])] = false
	}
	use := func(name, where string) {
		if _, ok := known[name]; !ok {
			t.Errorf("%s: there is no icon %q", where, name)
		}
		known[name] = true
	}
	for _, item := range slices.Concat(accountNav, operatorNav) {
		use(item.icon, "the navigation")
	}
	for status, badge := range Statuses {
		icon := badge.Icon
		use(icon, string(status))
	}
	named := regexp.MustCompile(`icon\(([a-z0-9-]+)\)|\{\{icon "([a-z0-9-]+)"\}\}`)
	for _, files := range append(allFiles(t), os.DirFS("static")) {
		for _, pattern := range []string{"templates/*.html", "templates/*/*.html", "*/*.css"} {
			names, err := fs.Glob(files, pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				content, err := fs.ReadFile(files, name)
				if err != nil {
					t.Fatal(err)
				}
				for _, found := range named.FindAllSubmatch(content, -1) {
					use(string(found[1])+string(found[2]), name)
				}
			}
		}
	}
	for name, used := range known {
		if !used {
			t.Errorf("nothing uses the icon %s", name)
		}
	}
}

func TestInitialsOfNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ann Tan": "AT", "ann.tan@example.com": "AT", "budi": "B", "Maria del Carmen Ruiz": "MR",
		"王小明": "王", "": "?", "42": "?", "élan vital": "ÉV",
		"\u202e evil": "E",
	} {
		if got := Initials(name); got != want {
			t.Errorf("%q has the initials %q, want %q", name, got, want)
		}
	}
}
