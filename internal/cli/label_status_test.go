package cli_test

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"waybill/internal/cli"
)

// TestLabelStatus asks a server about a label that is ready, a name that does not print as written, and a number
// that the account does not have.
func TestLabelStatus(t *testing.T) {
	t.Parallel()
	server := serve(t, t.TempDir(), "WAYBILL_DEMO_KEY=my-demo-key")
	order := strings.Replace(demoOrder(t), `"consignee_name": "`, `"consignee_name": "🌸`, 1)
	status, created := call(t, http.MethodPost, server.base+"/api/order/orders/", order)
	parts := regexp.MustCompile(`"upload_batch_no":"(\w+)",.*"tracking_no":"(\w+)"`).FindStringSubmatch(created)
	if status != http.StatusCreated || parts == nil {
		t.Fatalf("create: %d %s", status, created)
	}
	batch, number := parts[1], parts[2]
	ready := number + ` +\S+ +ready +pdf,png,zpl +consignee_name: left out\n`
	for _, c := range []struct {
		args []string
		code int
		want string // of the output, as a pattern
	}{
		{[]string{"--batch", batch}, 0, `^TRACKING NO +REFERENCE +STATUS +FORMATS +MESSAGE\n` + ready + `1 of 1 label ready as pdf\n$`},
		{
			[]string{"--tracking-no", number + ",WB00000000000SG", "--format", "zpl"},
			1,
			ready + `WB00000000000SG +- +unknown +- +The account has no order with this tracking number\.\n1 of 2 labels ready as zpl\n$`,
		},
		{[]string{"--batch", batch, "--json"}, 0, `"ready": 1,(?s:.*)"characters": \[\s+"U\+1F338"`},
		{[]string{"--batch", "NONE"}, 1, `^waybill: the account has no batch NONE\n$`},
		{[]string{"--batch", batch, "--document", "poster"}, 1, `^waybill: .*unknown print option: document "poster"`},
		{[]string{"--batch", batch, "--tracking-no", number}, 2, `^waybill: name the orders by either --batch or --tracking-no\n$`},
		{nil, 2, `^waybill: name the orders by either --batch or --tracking-no\n$`},
		{[]string{"--batch", batch, "--server", "here"}, 2, `^waybill: --server is "here": want a URL such as `},
	} {
		var out bytes.Buffer
		code := cli.Run(t.Context(), cli.Process{
			Args: append([]string{"label", "status"}, c.args...), Stdout: &out, Stderr: &out,
			Environ: []string{"WAYBILL_URL=" + server.base, "WAYBILL_KEY=my-demo-key"},
		})
		if code != c.code || !regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%q: exit code %d, want %d: %s", c.args, code, c.code, &out)
		}
	}
}
