package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestListenSettings: flags come before variables, and each of the two gives the key or a file with it.
func TestListenSettings(t *testing.T) {
	t.Parallel()
	file, empty := filepath.Join(t.TempDir(), "key"), filepath.Join(t.TempDir(), "empty")
	for path, content := range map[string]string{file: "from-file\n", empty: "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		flags       listenFlags
		environ     []string
		server, key string
		problem     string
	}{
		"flags": {
			listenFlags{server: "http://a", key: "k"}, []string{"WAYBILL_URL=http://b", "WAYBILL_KEY_FILE=" + file}, "http://a", "k", "",
		},
		"variables":     {listenFlags{}, []string{"WAYBILL_URL=http://b", "WAYBILL_KEY=k"}, "http://b", "k", ""},
		"file":          {listenFlags{keyFile: file}, []string{"WAYBILL_KEY=k"}, defaultServer, "from-file", ""},
		"variable file": {listenFlags{}, []string{"WAYBILL_KEY_FILE=" + file}, defaultServer, "from-file", ""},
		"no key":        {listenFlags{}, nil, "", "", "the key is missing: set WAYBILL_KEY."},
		"both":          {listenFlags{key: "k", keyFile: file}, nil, "", "", "keep one"},
		"both set":      {listenFlags{}, []string{"WAYBILL_KEY=k", "WAYBILL_KEY_FILE=" + file}, "", "", "keep one"},
		"no file":       {listenFlags{keyFile: file + "s"}, nil, "", "", "read the key: open " + file + "s"},
		"empty file":    {listenFlags{keyFile: empty}, nil, "", "", "is empty: want a secret key"},
	} {
		f := c.flags
		err := f.complete(c.environ)
		if c.problem != "" {
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%s: %v, want %s", name, err, c.problem)
			}
			continue
		}
		if err != nil || f.server != c.server || f.key != c.key {
			t.Errorf("%s: %s with key %q, %v", name, f.server, f.key, err)
		}
	}
}
