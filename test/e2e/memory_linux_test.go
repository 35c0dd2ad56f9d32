package e2e_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"waybill/client"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/test/harness"
)

// memoryLimit is that of the cgroup, and the setting of the server: the processes that read files count too.
const memoryLimit = 400_000_000

// TestLongLittleMemory attacks a server that has as much memory as its setting says with everything that costs memory, at
// once: idle connections, large bodies with a late key and without one, wrong orders, long documents,
// files of 1000 labels, the largest pages, hostile labels of partners, and large workbooks, from many addresses and
// with several keys. Neither the server nor a process that reads files for it is killed; every caller gets a whole response, or
// a status that says when to repeat the request; each workbook is checked; and each create of another account is accepted the
// first time.
func TestLongLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	if harness.RaceEnabled() {
		t.Skip("the race detector takes a multiple of the memory")
	}
	group := newCgroup(t, memoryLimit)
	s := newServer(t, "", t.TempDir(), "WAYBILL_TRUSTED_PROXIES=127.0.0.1/32", fmt.Sprintf("WAYBILL_MEMORY=%d", memoryLimit))
	s.prefix = group.enter()
	s.start()
	pid := s.process.Load().PID()
	if !group.has(pid) {
		t.Fatal("the server is not in its cgroup")
	}
	a := newAttack(s)
	hostile, drawn := s.newPartner("hostile", 90), s.newPartner("drawn", 91)
	if label, _ := drawn.sendLabel("pdf", inspecttest.Label("LABEL", 5)); label != "taken" {
		t.Fatalf("the label is %s", label)
	}
	order, err := s.sdk().Order(t.Context(), drawn.trackingNo)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(order.Documents, func(d client.Document) bool { return d.Kind == "label" })
	labelPath := strings.TrimSuffix(strings.TrimPrefix(order.Documents[at].URL, s.process.Load().base), ".pdf")

	stop := make(chan struct{})
	var creates sync.WaitGroup
	var mu sync.Mutex
	requests := []*request{hostile.request, drawn.request}
	for worker := range 2 {
		creates.Go(func() {
			for n := 0; !isClosed(stop); n++ {
				r := newRequest(t, fmt.Sprintf("OTHER%d-%d", worker, n), shape{orders: 5, service: serviceInHouse, keyed: true})
				answered, err := s.post(r.body, r.key)
				if err == nil {
					r.response, err = acknowledged(answered)
				}
				if err != nil || answered.status != http.StatusCreated {
					t.Errorf("a create of another account: status %d, %.200s, %v", answered.status, answered.body, err)
					return
				}
				mu.Lock()
				requests = append(requests, r)
				mu.Unlock()
			}
		})
	}
	var files sync.WaitGroup
	files.Go(func() { a.files(hostile, labelPath) })
	a.run()
	files.Wait()
	close(stop)
	creates.Wait()

	t.Logf("%d creates were accepted meanwhile; %s", len(requests), a.summary())
	if kills := group.kills(); kills > 0 || s.process.Load().PID() != pid || !group.has(pid) {
		t.Fatalf("%d processes were killed for want of memory", kills)
	}
	s.expectMemoryBelow(memoryLimit)
	if len(requests) == 2 || a.statuses[http.StatusOK].Load() == 0 {
		t.Error("the attack left nothing to compare")
	}
	audit(t, s, requests)
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// attack is what the attackers know.
type attack struct {
	*server
	http       *http.Client // with a connection for each request
	keys       []string
	batchNo    string   // of 1000 orders
	documents  []string // paths of long declarations
	statuses   [600]atomic.Int64
	turnedAway atomic.Int64 // connections that were closed before a response
	addresses  atomic.Int64
}

// newAttack makes accounts, and orders that are as large as they may be.
func newAttack(s *server) *attack {
	s.t.Helper()
	a := &attack{server: s, http: &http.Client{Timeout: 5 * patience, Transport: &http.Transport{DisableKeepAlives: true}}}
	for i := range 4 {
		var account struct {
			AccountID int64 `json:"account_id"`
		}
		a.decode(s.mustWaybill("account", "create", fmt.Sprintf("Attacker %d", i), "--json"), &account)
		var key struct {
			SecretKey string `json:"secret_key"`
		}
		a.decode(s.mustWaybill("key", "create", "--account", fmt.Sprint(account.AccountID), "--json"), &key)
		a.keys = append(a.keys, key.SecretKey)
	}
	sdk, err := client.New(s.process.Load().base+"/api", a.keys[0])
	if err != nil {
		s.t.Fatal(err)
	}
	orders := slices.Repeat([]client.NewOrder{harness.NewOrder(serviceInHouse)}, 1000)
	a.batchNo = a.create(sdk, orders).UploadBatchNo
	large := harness.NewOrder(serviceInHouse)
	long := strings.Repeat("運", 255)
	large.Items = slices.Repeat(
		[]client.Item{{Desc: long, Category: long, ProductID: long, SKU: long, Quantity: 1, PriceValue: "1", PriceCurrency: "SGD"}},
		200,
	)
	var largest client.CreateResult
	for range 5 { // a page of them, 31 MB
		largest = a.create(sdk, slices.Repeat([]client.NewOrder{large}, 10))
	}
	for _, order := range largest.Orders {
		detail, err := sdk.Order(s.t.Context(), order.TrackingNo)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, d := range detail.Documents {
			if d.Kind == "cn23" {
				path := strings.TrimPrefix(d.URL, s.process.Load().base)
				a.documents = append(a.documents, strings.TrimSuffix(path, "pdf")+"png?dpi=600")
			}
		}
	}
	return a
}

func (a *attack) decode(text []byte, into any) {
	a.t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		a.t.Fatalf("%v: %s", err, text)
	}
}

func (a *attack) create(sdk *client.Client, orders []client.NewOrder) client.CreateResult {
	a.t.Helper()
	created, err := sdk.CreateOrders(a.t.Context(), client.CreateRequest{Orders: orders})
	if err != nil {
		a.t.Fatal(err)
	}
	return created
}

// run attacks until each attacker has sent what it has to.
func (a *attack) run() {
	const (
		connections = 3000
		rounds      = 3
	)
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { a.connect(connections) })
	start := func(attackers int, send func(i int)) {
		for i := range attackers {
			all.Go(func() {
				for range rounds {
					send(i)
				}
			})
		}
	}
	text := `{"orders":[{"consignee_name":"` + strings.Repeat("x", maxBody-1024) + `"}]`
	many := `{"orders":[` + strings.Repeat(`{"items":[{},{},{},{}]},`, (maxBody-1024)/24) + `{}]`
	start(20, func(int) { a.upload(text+`}`, "") })
	start(12, func(i int) { a.upload(text+`,"secret_key":"`+a.key(i)+`"}`, "") })
	start(16, func(i int) { a.upload(many+`,"secret_key":"`+a.key(i)+`"}`, "") })
	wrong := `{"orders":[` + strings.Repeat(
		`{"service_id":[],"consignee_name":[],"order_width":"`+strings.Repeat("w", 500)+`","items":[{},{}]},`,
		999,
	) + `{}]}`
	start(16, func(i int) { a.upload(wrong, a.key(i)) })
	start(8, func(i int) { a.upload(wrong, fmt.Sprintf("no-such-key-%d", i)) })
	start(12, func(i int) { a.fetch(a.documents[i%len(a.documents)], "") })
	start(4, func(int) { a.fetch("/api/order/labels/?upload_batch_no="+a.batchNo, a.keys[0]) })
	start(12, func(int) { a.fetch("/api/order/order/?with_items=true", a.keys[0]) })
	start(4, func(int) { a.fetch("/api/order/order/?with_items=true&cursor=", a.keys[0]) })
}

// files gives the server files that are read in processes of their own, until all were read: hostile labels of a partner, a
// label that is drawn for a printer of each resolution, and a workbook of each account.
func (a *attack) files(hostile *callingPartner, labelPath string) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		for _, f := range inspecttest.Corpus() {
			a.exchange(hostile.labelMessage(f.Format, f.Content))
		}
	})
	all.Go(func() {
		for _, dpi := range []string{"203", "300", "600"} {
			a.fetch(labelPath+".zpl?dpi="+dpi, "")
		}
	})
	workbook := workbookOfOrders(a.t, 10_000)
	for _, key := range a.keys {
		sdk, err := client.New(a.process.Load().base+"/api", key)
		if err != nil {
			a.t.Error(err)
			return
		}
		all.Go(func() {
			made, err := sdk.CreateImport(a.t.Context(), client.ImportRequest{
				FileName: "orders.xlsx", File: workbook, DryRun: true, ServiceID: serviceInHouse,
			})
			if err != nil {
				a.t.Error(err)
				return
			}
			a.eventually("the workbook is checked", func() bool {
				got, err := sdk.Import(a.t.Context(), made.ID)
				if err == nil && got.State == client.ImportFailed {
					a.t.Errorf("the workbook: %s", got.Message)
				}
				return err == nil && got.State != client.ImportChecking
			})
		})
	}
}

// workbookOfOrders is an XLSX file of valid orders with a long text beside each, so that few orders take much memory.
func workbookOfOrders(t *testing.T, rows int) []byte {
	t.Helper()
	const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	part := func(name, content string) {
		f, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(f, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	part("_rels/.rels",
		`<Relationships><Relationship Id="rId1" Type="`+relationships+`officeDocument" Target="xl/workbook.xml"/></Relationships>`)
	part("xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`)
	part("xl/_rels/workbook.xml.rels",
		`<Relationships><Relationship Id="rId1" Type="`+relationships+`worksheet" Target="worksheets/sheet1.xml"/></Relationships>`)
	var sheet strings.Builder
	sheet.WriteString("<worksheet><sheetData>")
	row := func(n int, cells []string) {
		fmt.Fprintf(&sheet, `<row r="%d">`, n)
		for _, c := range cells {
			fmt.Fprintf(&sheet, `<c t="inlineStr"><is><t>%s</t></is></c>`, c)
		}
		sheet.WriteString("</row>")
	}
	row(1, append(slices.Clone(importHeadings), "remarks"))
	for n := range rows {
		row(n+2, []string{
			fmt.Sprintf("REF-%05d", n), "Budi Santoso", fmt.Sprintf("+62812345%05d", n), "Indonesia", "Jl. Sudirman 1", "10220", "20", "15", "5",
			"0.4", "prepaid", "Singapore", "1 Raffles Place", "Shirt", "Fashion", "2", "12.5", "SGD", strings.Repeat("x", 2000),
		})
	}
	sheet.WriteString("</sheetData></worksheet>")
	part("xl/worksheets/sheet1.xml", sheet.String())
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func (a *attack) key(i int) string { return a.keys[i%len(a.keys)] }

// connect opens connections that send one byte, and leaves them open. The server may close them.
func (a *attack) connect(n int) {
	address := strings.TrimPrefix(a.process.Load().base, "http://")
	for range n {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			a.t.Error(err)
			return
		}
		a.t.Cleanup(func() { _ = conn.Close() })
		_, _ = io.WriteString(conn, "P")
	}
}

func (a *attack) upload(body, key string) {
	a.send(http.MethodPost, "/api/order/orders/", strings.NewReader(body), key)
}

func (a *attack) fetch(path, key string) { a.send(http.MethodGet, path, http.NoBody, key) }

// send sends a request from an address of its own, and looks at the response: a documented one, as a
// whole.
func (a *attack) send(method, path string, body io.Reader, key string) {
	req, err := http.NewRequestWithContext(a.t.Context(), method, a.process.Load().base+path, body)
	if err != nil {
		a.t.Error(err)
		return
	}
	address := a.addresses.Add(1)
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.%d.%d", address/250%250, address%250))
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	a.exchange(req)
}

// exchange sends a request and looks at the response.
func (a *attack) exchange(req *http.Request) {
	res, err := a.http.Do(req)
	if err != nil {
		a.turnedAway.Add(1) // the connection was closed to make room, or because the body was refused
		return
	}
	defer res.Body.Close()
	a.statuses[res.StatusCode].Add(1)
	sum, what := &sniffer{}, req.Method+" "+req.URL.RequestURI()
	size, err := io.Copy(sum, res.Body)
	if err != nil {
		a.t.Errorf("%.60s: status %d, cut after %d bytes: %v", what, res.StatusCode, size, err)
	}
	a.judge(what, res, sum)
}

func (a *attack) judge(what string, res *http.Response, sum *sniffer) {
	switch res.StatusCode {
	case http.StatusOK:
		if res.Header.Get("Content-Type") == "application/json" && !bytes.HasSuffix(sum.last, []byte("}")) {
			a.t.Errorf("%.60s: the response ends with %q", what, sum.last)
		}
	case http.StatusBadRequest, http.StatusUnauthorized:
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		if res.Header.Get("Retry-After") == "" {
			a.t.Errorf("%.60s: %d without Retry-After", what, res.StatusCode)
		}
	default:
		a.t.Errorf("%.60s: status %d", what, res.StatusCode)
	}
}

// sniffer keeps the end of what is written to it.
type sniffer struct{ last []byte }

// Write implements io.Writer.
func (s *sniffer) Write(p []byte) (int, error) {
	if len(p) > 0 {
		s.last = append(s.last[:0], p[max(0, len(p)-8):]...)
	}
	return len(p), nil
}

func (a *attack) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "turned away: %d", a.turnedAway.Load())
	for status := range a.statuses {
		if n := a.statuses[status].Load(); n > 0 {
			fmt.Fprintf(&b, ", %d: %d", status, n)
		}
	}
	return b.String()
}
