package e2e_test

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"waybill/client"
)

// The file of the tests: importRows rows, of which importRefused are wrong.
const (
	importRows    = 3000
	importRefused = 20
	importGroups  = (importRows - importRefused + 99) / 100 // a transaction creates a hundred orders
)

// importKills is how often the server is killed while it checks, and while it creates.
const importKills = 5

// TestLongImportKilled kills the server while it checks a file and while it creates the orders.
func TestLongImportKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		rng := seeded(t)
		s.start()
		i := startImport(s, rng)
		for kill := range importKills {
			if kill < 2 {
				i.await("a server works on the import", func() bool {
					return count(t, i.db, `SELECT count(*) FROM import_queues WHERE lease_owner <> '' OR has_work = 0`) == 1
				})
				<-time.After(upTo(rng, 150*time.Millisecond))
			} else {
				i.awaitGroups(min(i.groups()+1+rng.IntN(importGroups/6), importGroups))
				<-time.After(upTo(rng, 10*time.Millisecond))
			}
			i.relaunch(s)
		}
		i.restart(s)
		i.audit(s)
	})
}

// TestLongImportCorrectionsKilled kills the server after it has taken corrections, and while it checks the file with them.
func TestLongImportCorrectionsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		rng := seeded(t)
		s.start()
		i := startImport(s, rng, func(r *client.ImportRequest) { r.DryRun = true })
		i.awaitState(s, client.ImportChecked)
		corrected := i.refused[:importRefused/2]
		var corrections []client.CellCorrection
		for _, n := range corrected {
			corrections = append(corrections, client.CellCorrection{Row: int64(n + 2), Column: "C", Value: fmt.Sprintf("+62812345%05d", n)})
		}
		if _, err := s.sdk().CheckImport(t.Context(), i.id, client.ImportCheck{ServiceID: serviceInHouse, Corrections: corrections}); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			<-time.After(upTo(rng, 100*time.Millisecond))
			i.relaunch(s)
		}
		i.restart(s)
		i.awaitState(s, client.ImportChecked, client.ImportWaiting)
		i.refused = i.refused[importRefused/2:]
		if _, err := s.sdk().ConfirmImport(t.Context(), i.id, client.ImportDecision{ValidOnly: true}); err != nil {
			t.Fatal(err)
		}
		i.audit(s)
	})
}

// TestLongImportServerDies stops a server that creates the orders of a file, so that the other one takes over, lets the
// first one go on as if nothing had happened, and kills the other one.
func TestLongImportServerDies(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	two := startTwo(t)
	rng := seeded(t)
	two[1].signal(syscall.SIGSTOP) // the first server gets the work
	i := startImport(two[0], rng)
	i.awaitGroups(1 + rng.IntN(importGroups/4))
	<-time.After(upTo(rng, 20*time.Millisecond))
	two[0].signal(syscall.SIGSTOP)
	t.Logf("the first server stopped %s", i.progress())

	two[1].signal(syscall.SIGCONT)
	i.awaitGroups(i.groups() + 1 + rng.IntN(importGroups/3))
	two[0].signal(syscall.SIGCONT)
	<-time.After(upTo(rng, 20*time.Millisecond))
	two[1].kill()
	t.Logf("the second server was killed %s", i.progress())
	i.audit(two[0])
}

// signal sends a signal to the process and does not wait for its effect.
func (s *server) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.process.Load().Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// importUnderTest is an import and its file.
type importUnderTest struct {
	t    *testing.T
	db   *sql.DB
	id   int64
	rows [][]string // of the file, below the headings
	// refused are the indexes of the wrong rows, ascending.
	refused []int
}

// startImport uploads a file whose wrong rows are chosen by rng.
func startImport(s *server, rng *rand.Rand, changes ...func(*client.ImportRequest)) *importUnderTest {
	s.t.Helper()
	i := &importUnderTest{t: s.t, db: s.openDatabase(), refused: rng.Perm(importRows)[:importRefused]}
	slices.Sort(i.refused)
	request := client.ImportRequest{FileName: "orders.csv", File: i.file(), ServiceID: serviceInHouse, ValidOnly: true, Confirm: true}
	for _, change := range changes {
		change(&request)
	}
	made, err := s.sdk().CreateImport(s.t.Context(), request)
	if err != nil {
		s.t.Fatal(err)
	}
	i.id = made.ID
	return i
}

// importHeadings are the columns of the file.
var importHeadings = []string{
	"shipper_order_id", "consignee_name", "consignee_number", "consignee_country", "consignee_address", "consignee_postal", "order_length",
	"order_width", "order_height", "order_weight", "payment_type", "pickup_country", "pickup_address", "item_desc", "item_category",
	"item_quantity", "item_price_value", "item_price_currency",
}

func (i *importUnderTest) file() []byte {
	for n := range importRows {
		phone := fmt.Sprintf("+62812345%05d", n)
		if slices.Contains(i.refused, n) {
			phone = "12"
		}
		i.rows = append(i.rows, []string{
			fmt.Sprintf("REF-%04d", n), "Budi Santoso", phone, "Indonesia", "Jl. Sudirman 1", "10220", "20", "15", "5", "0.4", "prepaid",
			"Singapore", "1 Raffles Place", "Shirt", "Fashion", "2", "12.5", "SGD",
		})
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(append([][]string{importHeadings}, i.rows...)); err != nil {
		i.t.Fatal(err)
	}
	return b.Bytes()
}

// awaitGroups waits until n groups are created.
func (i *importUnderTest) awaitGroups(n int) {
	i.t.Helper()
	i.await(fmt.Sprintf("%d groups are created", n), func() bool { return i.groups() >= n })
}

// await is eventually for what takes milliseconds.
func (i *importUnderTest) await(what string, holds func() bool) {
	i.t.Helper()
	deadline, pause := time.After(patience), time.NewTicker(2*time.Millisecond)
	defer pause.Stop()
	for !holds() {
		select {
		case <-deadline:
			i.t.Fatalf("did not happen in %v: %s: the import stopped %s", patience, what, i.progress())
		case <-pause.C:
		}
	}
}

// groups is how many groups are created.
func (i *importUnderTest) groups() int {
	i.t.Helper()
	return count(i.t, i.db, `SELECT count(*) FROM import_results`)
}

// progress describes how far the import is.
func (i *importUnderTest) progress() string {
	i.t.Helper()
	var state string
	if err := i.db.QueryRowContext(i.t.Context(), `SELECT state FROM imports`).Scan(&state); err != nil {
		i.t.Fatal(err)
	}
	return fmt.Sprintf("while %s, with %d groups checked and %d created", state,
		count(i.t, i.db, `SELECT count(*) FROM import_groups`), i.groups())
}

// endLease lets the lease of a killed server end at once.
func (i *importUnderTest) endLease() {
	i.t.Helper()
	if _, err := i.db.ExecContext(i.t.Context(), `UPDATE import_queues SET due_on = 1, lease_owner = ''`); err != nil {
		i.t.Fatal(err)
	}
}

// awaitState waits for one of some states.
func (i *importUnderTest) awaitState(s *server, states ...string) {
	i.t.Helper()
	s.eventually("the import is "+strings.Join(states, " or "), func() bool {
		got, err := s.sdk().Import(i.t.Context(), i.id)
		return err == nil && slices.Contains(states, got.State)
	})
}

// relaunch kills the server and launches it again. It works before it is ready, so that waiting for that would leave little to do
// after the next kill.
func (i *importUnderTest) relaunch(s *server) {
	i.t.Helper()
	s.kill()
	i.t.Logf("killed %s", i.progress())
	i.endLease()
	s.process.Store(&instance{Process: s.launch()})
}

// restart kills the server, and starts it for the rest of the work.
func (i *importUnderTest) restart(s *server) {
	i.t.Helper()
	s.kill()
	i.endLease()
	s.start()
}

// audit waits for the end of the import, and compares the counts, the orders and both files of results with the file.
func (i *importUnderTest) audit(s *server) {
	i.t.Helper()
	var got client.Import
	s.eventually("the import is at an end", func() (ended bool) {
		var err error
		got, err = s.sdk().Import(i.t.Context(), i.id)
		return err == nil && got.State != client.ImportChecking && got.State != client.ImportCreating
	})
	refused := int64(len(i.refused))
	created := importRows - refused
	if got.State != client.ImportDone || got.Rows != importRows || got.Orders != importRows || got.Valid != created ||
		got.Refused != refused || got.RefusedRows != refused || got.Created != created || got.Skipped != 0 || got.Progress != 1 {
		i.t.Errorf("%+v", got)
	}
	i.auditCreated(s)
	i.auditRefused(s)
	auditData(i.t, s)
}

// auditCreated compares the list of created orders with the file, and with the orders that exist.
func (i *importUnderTest) auditCreated(s *server) {
	i.t.Helper()
	exists := make(map[string]string, importRows) // reference by tracking number
	for o, err := range s.sdk().AllOrders(i.t.Context(), client.Filter{}) {
		if err != nil {
			i.t.Fatal(err)
		}
		exists[o.TrackingNo] = o.ShipperOrderID
	}
	if want := importRows - len(i.refused); len(exists) != want {
		i.t.Errorf("there are %d orders, want %d", len(exists), want)
	}
	list, err := s.sdk().ImportedOrders(i.t.Context(), i.id)
	if err != nil {
		i.t.Fatal(err)
	}
	lines := i.parse(list.Content)
	var listed, want []string
	for _, line := range lines {
		listed = append(listed, line[0]+" "+line[1])
		if exists[line[2]] != line[1] {
			i.t.Errorf("row %s is listed as order %q, whose reference is %q, not %q", line[0], line[2], exists[line[2]], line[1])
		}
		delete(exists, line[2])
	}
	for n, row := range i.rows {
		if !slices.Contains(i.refused, n) {
			want = append(want, strconv.Itoa(n+2)+" "+row[0])
		}
	}
	if !slices.Equal(listed, want) {
		i.t.Errorf("%d orders are listed, want the %d of the valid rows in the order of the file", len(listed), len(want))
	}
	if len(exists) != 0 {
		i.t.Errorf("%d orders are not listed", len(exists))
	}
}

// auditRefused compares the file of refused rows with the wrong rows.
func (i *importUnderTest) auditRefused(s *server) {
	i.t.Helper()
	refused, err := s.sdk().RefusedRows(i.t.Context(), i.id)
	if err != nil {
		i.t.Fatal(err)
	}
	lines := i.parse(refused.Content)
	if len(lines) != len(i.refused) {
		i.t.Fatalf("%d rows are refused, want %d", len(lines), len(i.refused))
	}
	for n, line := range lines {
		if want := i.rows[i.refused[n]]; line[0] != want[0] || !slices.Contains(line, "12") {
			i.t.Errorf("refused row %d is %q, want %q with an error", n, line, want)
		}
	}
}

// parse returns the rows of a CSV file below the headings.
func (i *importUnderTest) parse(file []byte) [][]string {
	i.t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil || len(lines) == 0 {
		i.t.Fatalf("%v: %.200s", err, file)
	}
	return lines[1:]
}
