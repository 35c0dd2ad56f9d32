package orders

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
		flags       serverFlags
		environ     []string
		server, key string
		problem     string
	}{
		"flags": {
			serverFlags{server: "http://a", key: "k"}, []string{"WAYBILL_URL=http://b", "WAYBILL_KEY_FILE=" + file}, "http://a", "k", "",
		},
		"variables":     {serverFlags{}, []string{"WAYBILL_URL=http://b", "WAYBILL_KEY=k"}, "http://b", "k", ""},
		"file":          {serverFlags{keyFile: file}, []string{"WAYBILL_KEY=k"}, defaultServer, "from-file", ""},
		"variable file": {serverFlags{}, []string{"WAYBILL_KEY_FILE=" + file}, defaultServer, "from-file", ""},
		"no key":        {serverFlags{}, nil, "", "", "the key is missing: set WAYBILL_KEY."},
		"both":          {serverFlags{key: "k", keyFile: file}, nil, "", "", "keep one"},
		"both set":      {serverFlags{}, []string{"WAYBILL_KEY=k", "WAYBILL_KEY_FILE=" + file}, "", "", "keep one"},
		"no file":       {serverFlags{keyFile: file + "s"}, nil, "", "", "read the key: open " + file + "s"},
		"empty file":    {serverFlags{keyFile: empty}, nil, "", "", "is empty: want a secret key"},
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
