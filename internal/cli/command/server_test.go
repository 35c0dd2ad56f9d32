package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServerSettings: flags come before variables, and each of the two gives the key or a file with it.
func TestServerSettings(t *testing.T) {
	t.Parallel()
	file, empty := filepath.Join(t.TempDir(), "key"), filepath.Join(t.TempDir(), "empty")
	for path, content := range map[string]string{file: "from-file\n", empty: "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		flags       ServerFlags
		environ     []string
		server, key string
		problem     string
	}{
		"flags": {
			ServerFlags{server: "http://a", key: "k"}, []string{"WAYBILL_URL=http://b", "WAYBILL_KEY_FILE=" + file}, "http://a", "k", "",
		},
		"variables":     {ServerFlags{}, []string{"WAYBILL_URL=http://b", "WAYBILL_KEY=k"}, "http://b", "k", ""},
		"file":          {ServerFlags{keyFile: file}, []string{"WAYBILL_KEY=k"}, defaultServer, "from-file", ""},
		"variable file": {ServerFlags{}, []string{"WAYBILL_KEY_FILE=" + file}, defaultServer, "from-file", ""},
		"no key":        {ServerFlags{}, nil, "", "", "the key is missing: set WAYBILL_KEY."},
		"both":          {ServerFlags{key: "k", keyFile: file}, nil, "", "", "keep one"},
		"both set":      {ServerFlags{}, []string{"WAYBILL_KEY=k", "WAYBILL_KEY_FILE=" + file}, "", "", "keep one"},
		"no file":       {ServerFlags{keyFile: file + "s"}, nil, "", "", "read the key: open " + file + "s"},
		"empty file":    {ServerFlags{keyFile: empty}, nil, "", "", "is empty: want a secret key"},
	} {
		f := c.flags
		err := f.Complete(c.environ)
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
