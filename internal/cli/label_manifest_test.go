package cli_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"waybill/internal/cli"
)

func TestLabelManifest(t *testing.T) {
	t.Parallel()
	server := serve(t, t.TempDir(), "WAYBILL_DEMO_KEY=my-demo-key")
	status, created := call(t, http.MethodPost, server.base+"/api/order/orders/", demoOrder(t))
	parts := regexp.MustCompile(`"upload_batch_no":"(\w+)"`).FindStringSubmatch(created)
	if status != http.StatusCreated || parts == nil {
		t.Fatalf("create: %d %s", status, created)
	}
	path := filepath.Join(t.TempDir(), "manifest.pdf")
	for _, c := range []struct {
		args []string
		code int
		want string // of the output, as a pattern
	}{
		{[]string{"--batch", parts[1], "-o", path}, 0, `^1 parcel in .*manifest.pdf, 0 left out\n$`},
		{[]string{"--date", "2020-01-01", "-o", path}, 1, `^waybill: no parcel matches: `},
		{[]string{"--date", "soon", "-o", path}, 1, `^waybill: .*date`},
		{[]string{"--batch", parts[1]}, 2, `^waybill: name the file to write`},
		{[]string{"-o", path}, 2, `^waybill: name the orders by --date, --batch or --tracking-no\n$`},
	} {
		var out bytes.Buffer
		code := cli.Run(t.Context(), cli.Process{
			Args: append([]string{"label", "manifest"}, c.args...), Stdout: &out, Stderr: &out,
			Environ: []string{"WAYBILL_URL=" + server.base, "WAYBILL_KEY=my-demo-key"},
		})
		if code != c.code || !regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%q: exit code %d, want %d: %s", c.args, code, c.code, &out)
		}
	}
	if file, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(file, []byte("%PDF-")) {
		t.Errorf("the file: %v", err)
	}
}
