package store

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	testflag "flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// update writes what TestFixtures reads back, and the fixture of the newest schema unless that is released.
var update = testflag.Bool("update", false, "write the fixtures of schema versions in testdata")

// fixture is the data of a schema version, by table. A released one never changes; see releases.
type fixture map[string]fixtureTable

type fixtureTable struct {
	Columns []string
	Rows    [][]any // texts, json.Numbers, and blobs as "hex:…"
}

var fixtureTime = time.Date(2026, 2, 3, 4, 5, 6, 789012000, time.UTC)

// firstMigrations are the first n migrations.
func firstMigrations(t testing.TB, n int) fs.FS {
	t.Helper()
	some, paths := make(fstest.MapFS), migrationPaths(t)
	for _, path := range paths[:n] {
		content, err := migrationFiles.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		some[filepath.Base(path)] = &fstest.MapFile{Data: content}
	}
	return some
}

// migrationPaths are the files of the migrations, the first first.
func migrationPaths(t testing.TB) []string {
	t.Helper()
	paths, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// fixturePath is the path of the fixture of a schema version, without the ending.
func fixturePath(n int) string { return filepath.Join("testdata", "versions", fmt.Sprintf("%04d", n)) }

// openFixture makes the first n migrations of a database.
func openFixture(t *testing.T, databaseURL string, n int, now time.Time) *Store {
	t.Helper()
	return openWith(t, n, Options{URL: databaseURL, Now: func() time.Time { return now }})
}

func openWith(t *testing.T, n int, o Options) *Store {
	t.Helper()
	o.Parts = partsOfFeatures(t)
	schema := newSchema(o.Parts)
	schema.Migrations = firstMigrations(t, n)
	s, err := open(t.Context(), o, schema)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.DB.Close() })
	if _, err := s.DB.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFixtures migrates data of each release to the newest schema, and reads it back, as data of that schema.
func TestFixtures(t *testing.T) {
	t.Parallel()
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			newest := len(migrationPaths(t))
			if newest != lastRelease() {
				t.Run("newest", func(t *testing.T) { testFixture(t, on, newest, newest) })
			}
			for _, r := range releases {
				t.Run(r.name, func(t *testing.T) { testFixture(t, on, r.schema, newest) }) // which closes its connections at its end
			}
		})
	}
}

func testFixture(t *testing.T, on string, n, newest int) {
	path := fixturePath(n)
	if *update && on == engine.SQLite && n > lastRelease() {
		writeFixture(t, path)
	}
	databaseURL := emptyDatabase(t, on)
	loadFixture(t, openFixture(t, databaseURL, n, fixtureTime), path)
	for step := n; step < len(released); step++ {
		openFixture(t, databaseURL, step+1, fixtureTime) // of a build between two releases
	}
	s := openFixture(t, databaseURL, newest, fixtureTime.Add(time.Hour))
	if _, err := s.DB.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareFixture(t, path+".want.json", readBack(t, s), on == engine.SQLite)
	if b, err := s.CreateBatch(t.Context(), batchOf(2)); err != nil {
		t.Errorf("version %d: create after its migration: %v", n, err)
	} else if o, err := s.OrderByTrackingNo(t.Context(), b.Orders[1].TrackingNo); err != nil || o.OrderID != b.Orders[1].OrderID {
		t.Errorf("version %d: find a new order: %d, %v", n, o.OrderID, err)
	}
}

// compareFixture compares what was read with a file, or writes the file.
func compareFixture(t *testing.T, path string, got any, first bool) {
	t.Helper()
	text, err := json.MarshalIndent(got, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update && first {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("%s: read back\n%s", path, text)
	}
}

// loadFixture replaces the data of a store by that of a file.
func loadFixture(t *testing.T, s *Store, path string) {
	t.Helper()
	text, err := os.ReadFile(path + ".json")
	if err != nil {
		t.Fatalf("%v: run go test ./internal/store -run TestFixtures -update", err)
	}
	var data fixture
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&data); err != nil {
		t.Fatal(err)
	}
	overriding := "OVERRIDING SYSTEM VALUE "
	if s.DB.Dialect.Engine == engine.SQLite {
		overriding = ""
		for name, columns := range tableColumns(t, s) {
			if !slices.Equal(data[name].Columns, columns) {
				t.Errorf("%s.json has not the columns of %s: run go test ./internal/store -run TestFixtures -update", path, name)
			}
		}
	}
	tables := []string{"accounts"} // which others refer to
	for name := range data {
		if name != "accounts" {
			tables = append(tables, name)
		}
	}
	err = s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		for _, name := range tables {
			if _, err := q.Exec(ctx, `DELETE FROM `+name); err != nil {
				return err
			}
			table := data[name]
			params := make([]string, len(table.Columns))
			for i := range params {
				params[i] = engine.Param(i + 1)
			}
			insert := fmt.Sprintf("INSERT INTO %s (%s) %sVALUES (%s)", name, strings.Join(table.Columns, ", "), overriding,
				strings.Join(params, ", "))
			for _, row := range table.Rows {
				if _, err := q.Exec(ctx, insert, fixtureArgs(t, row)...); err != nil {
					return fmt.Errorf("%s: %w", insert, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func fixtureArgs(t *testing.T, row []any) []any {
	t.Helper()
	args := make([]any, len(row))
	for i, value := range row {
		args[i] = value
		switch v := value.(type) {
		case json.Number:
			n, err := v.Int64()
			if err != nil {
				t.Fatal(err)
			}
			args[i] = n
		case string:
			if digits, isBlob := strings.CutPrefix(v, "hex:"); isBlob {
				blob, err := hex.DecodeString(digits)
				if err != nil {
					t.Fatal(err)
				}
				args[i] = blob
			}
		}
	}
	return args
}

// readBack is what a store returns about the data of fixtures.
func readBack(t *testing.T, s *Store) map[string]any {
	t.Helper()
	all := make(map[string]any)
	keep := func(name string, value any, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		all[name] = value
	}
	ctx := t.Context()
	accounts, err := s.MasterData.Accounts(ctx)
	keep("accounts", accounts, err)
	keys, err := s.MasterData.Keys(ctx, 1)
	keep("keys", keys, err)
	services, err := s.MasterData.Services(ctx)
	keep("services", services, err)
	partners, err := s.MasterData.Partners(ctx)
	keep("partners", partners, err)
	endpoints, err := s.Webhooks.Endpoints(ctx, 1)
	keep("endpoints", endpoints, err)
	rules, err := s.MasterData.Rules(ctx)
	keep("rules", rules, err)
	accountLabels, err := s.MasterData.AccountLabels(ctx, 1)
	keep("labels of accounts", accountLabels, err)
	serviceLabels, err := s.MasterData.ServiceLabels(ctx, 1)
	keep("labels of services", serviceLabels, err)
	templates, err := s.MasterData.Entries(ctx, 1, shipment.Templates, masterdata.EntryFilter{})
	keep("order templates", templates, err)
	entries, _, err := s.Audit.List(ctx, audit.Filter{}, "", 9)
	keep("audit log", entries, err)
	users, _, err := s.People.Users(ctx, "", 9)
	keep("users", users, err)
	members, _, err := s.People.Members(ctx, 1, "", 9)
	keep("members", members, err)
	sessions, err := s.People.Sessions(ctx, 1)
	keep("sessions", sessions, err)
	identities, err := s.People.Identities(ctx, 1)
	keep("identities", identities, err)
	if passkeys, err := s.People.Passkeys(ctx, 1); err != nil || len(passkeys) > 0 {
		keep("passkeys", passkeys, err)
	}
	marked, err := s.DB.Environment(ctx)
	keep("environment", marked, err)
	response, err := s.Once.Find(ctx, 1, "key", [32]byte{1})
	keep("response", response, err)
	page, err := s.ListOrders(ctx, OrderFilter{AccountID: 1, Filter: shipment.Filter{WithItems: true}}, 1)
	keep("page", page, err)
	batch, err := s.BatchOrders(ctx, 1, response.UploadBatchNo)
	keep("batch", batch, err)
	for _, r := range page.Records {
		detail, err := s.OrderDetail(ctx, 1, r.TrackingNo)
		keep("detail "+r.TrackingNo, detail, err)
		history, err := s.Ledger.SubmissionHistory(ctx, 1, r.OrderID)
		keep("history "+r.TrackingNo, history, err)
	}
	deliveries, err := s.Webhooks.ClaimDeliveries(ctx, "me", 1, 9, time.Minute)
	keep("deliveries", deliveries, err)
	return all
}

// writeFixture makes data with something in every table, and writes it to a file. Its keys are the same in each run, so that the file
// changes only with the data.
func writeFixture(t *testing.T, path string) {
	t.Helper()
	s := openWith(t, len(migrationPaths(t)), Options{
		URL: emptyDatabase(t, engine.SQLite), Now: func() time.Time { return fixtureTime }, Rand: rand.NewChaCha8([32]byte{}),
	})
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.DB.MarkEnvironment(ctx, "production")
	must(err)
	a, err := s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Shipper", TrackingPrefix: "AB"})
	must(err)
	_, _, err = s.MasterData.CreateKey(ctx, masterdata.Key{AccountID: a.AccountID, Name: "first"})
	must(err)
	_, _, err = s.MasterData.CreatePartner(ctx,
		masterdata.Partner{Name: "p", BaseURL: "https://partner.example.com", Concurrency: 2, CallTimeout: time.Second})
	must(err)
	_, err = s.MasterData.CreateService(ctx, shipment.Service{
		Name: "SG-ID", Origin: "SG", Destination: "ID", Category: "pickup", COD: true, Partner: "p",
	})
	must(err)
	_, err = s.MasterData.ChangeRules(ctx, func([]masterdata.StoredRule) ([]masterdata.RuleChange, error) {
		return []masterdata.RuleChange{{RuleID: "heavy", Rule: `{"id":"heavy","kind":"max_weight","kg":30}`}}, nil
	})
	must(err)
	must(s.MasterData.SetLoaded(ctx, masterdata.LoadedRates, `{"day":"2026-11-25","per_euro":{"USD":1.0876}}`))
	must(s.MasterData.SetLoaded(ctx, masterdata.LoadedHSCodes, "{\"year\":2028}\n010121 Horses"))
	must(s.MasterData.UpdateAccountLabels(ctx, a.AccountID, func(l *shipment.AccountLabels) error { l.ReturnTo = "Depot 7"; return nil }))
	must(s.MasterData.PutEntries(ctx, a.AccountID, shipment.Templates, shipment.Entry{Name: "Shirts", Value: `{"order_weight":"2"}`}))
	must(s.MasterData.PutEntries(ctx, a.AccountID, shipment.Boxes, shipment.Entry{Name: "M", Value: `{"length":30,"width":20,"height":10}`}))
	must(s.MasterData.UpdateServiceLabels(ctx, 1, func(l *shipment.ServiceLabels) error {
		l.Marks, l.Routing = []string{shipment.MarkFragile}, []shipment.Route{{Prefix: "12", Hub: "JKT", SortCode: "JKT-4"}}
		return nil
	}))
	_, _, err = s.Webhooks.CreateEndpoint(ctx, a.AccountID, shipment.EndpointSettings{URL: "https://shipper.example.com/events"})
	must(err)
	b := batchOf(4)
	b.AccountID, b.KeyID, b.TrackingPrefix = a.AccountID, 1, "AB"
	b.Partners = []string{"p", "p", "", ""}
	b.Orders[2].TrackingNo = "BROUGHT-1"
	b.Orders[1].Trade = &shipment.OrderTrade{
		ExportReason: shipment.ExportSale, InvoiceNo: "INV 7", InvoiceDate: "2026-02-03", FreightAmount: 12_500, AmountCurrency: "SGD",
		TaxIDs:   []shipment.TaxID{{Party: shipment.PartyShipper, Type: "GST", Country: "SG", Number: "M2"}},
		Metadata: []shipment.Metadata{{Key: "shop", Value: "7"}},
	}
	b.Orders[1].Items = []shipment.Item{{
		Desc: "Shirt", Quantity: 1, PriceCurrency: "SGD", Trade: &shipment.ItemTrade{HSCode: "610910", Weight: 210},
	}}
	b.Orders[3].Return, b.Orders[3].ServiceType, b.Orders[3].ForwardTrackingNo = true, "PICKUP", "ELSEWHERE-1"
	b.Idempotency = &IdempotentRequest{
		Key: "key", RequestHash: [32]byte{1}, Respond: func(Batch) (int, []byte) { return 201, []byte(`{}`) },
	}
	made, err := s.CreateBatch(ctx, b)
	must(err)
	_, err = s.Search.IndexOrders(ctx, "me", func(*shipment.Order) ([]shipment.WarningKind, error) { return nil, nil })
	must(err)
	must(s.Prints.MarkPrinted(ctx, a.AccountID, []int64{made.Orders[2].OrderID}))
	_, err = s.Annotations.AddNote(ctx, a.AccountID, made.Orders[2].TrackingNo, "Ring twice")
	must(err)
	must(handoverFixture(ctx, s, &made.Orders[2]))
	must(jobFixture(ctx, s, &made.Orders[2]))
	must(floorFixture(ctx, s, &made.Orders[2]))
	_, err = s.Annotations.EditTags(ctx, a.AccountID, []string{made.Orders[2].TrackingNo}, []string{"vip"}, nil)
	must(err)
	before, err := s.OrderForEdit(ctx, a.AccountID, made.Orders[3].TrackingNo)
	must(err)
	after := before.Clone()
	after.Consignee.City = "Bandung"
	_, err = s.EditOrder(ctx, Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)})
	must(err)
	_, err = s.RevokeAddresses(ctx, a.AccountID, made.Orders[2].TrackingNo)
	must(err)
	_, err = s.HoldOrders(ctx, a.AccountID, []string{made.Orders[3].TrackingNo}, "Check the address", false)
	must(err)
	subs, err := s.Ledger.ClaimSubmissions(ctx, "me", "p", 9, time.Minute)
	must(err)
	slices.SortFunc(subs, func(a, b Submission) int { return int(a.OrderID - b.OrderID) })
	must(s.Ledger.StartAttempt(ctx, &subs[0], time.Minute))
	must(s.Ledger.RecordOutcome(ctx, subs[0], Outcome{
		State: SubmissionConfirmed, HAWBNo: "H-1", Label: LabelPromise{ByPartner: true, DueOn: fixtureTime},
		Attempts: []Attempt{{
			Kind: AttemptSubmit, StartedOn: fixtureTime, EndedOn: fixtureTime, Outcome: "accepted", Request: "{}", Response: "{}",
		}},
	}))
	number := made.Orders[0].TrackingNo
	_, err = s.CancelOrders(ctx, a.AccountID, []string{number}, false)
	must(err)
	replacement := batchOf(1)
	replacement.AccountID, replacement.Replaces = a.AccountID, made.Orders[0].OrderID
	_, err = s.CreateBatch(ctx, replacement)
	must(err)
	_, err = s.AddTrackingEvents(ctx, []shipment.TrackingReport{{TrackingNo: "BROUGHT-1", TrackingEvent: shipment.TrackingEvent{
		Status: shipment.PickedUp, Text: "Picked up", Country: "SG", Place: "Singapore", OccurredOn: fixtureTime,
		Source: "operator", SourceEventID: "1",
	}}, {TrackingNo: "BROUGHT-1", TrackingEvent: shipment.TrackingEvent{
		Status: shipment.FailedPickup, OccurredOn: fixtureTime.Add(time.Hour), Source: "operator",
	}}})
	must(err)
	for _, correction := range []shipment.Correction{
		{TrackingNo: number, Status: shipment.DeliveryInProgress, Reason: "It was another parcel"},
		{TrackingNo: number, Status: shipment.Exception, Lost: true, Reason: "Nobody has it"},
	} {
		_, err = s.CorrectTracking(ctx, correction)
		must(err)
	}
	_, _, err = s.NoteClock(ctx)
	must(err)
	must(s.PutProof(ctx, "BROUGHT-1", shipment.Proof{Name: "Budi", SignedOn: fixtureTime, MediaType: "image/png", Image: []byte("\x89PNG")}))
	must(s.Journeys.StartJourney(ctx, a.AccountID, number, shipment.Journey{Name: "delivered"}, time.Second))
	_, err = s.Ledger.RecordCallback(ctx, Callback{Partner: "p", Nonce: "n"})
	must(err)
	must(s.MasterData.SetCustomsRetention(ctx, "US", 1826))
	must(s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, `INSERT INTO unused_files (account_id, blob, created_on) VALUES (1, 'labels/ab/cd.pdf', 1)`)
		return err
	}))
	must(s.MasterData.AddRuleHits(ctx, map[string]int64{"heavy-parcels": 12}))
	must(importFixture(ctx, s))
	must(userFixture(ctx, s, a.AccountID))
	data := make(fixture)
	for name, columns := range tableColumns(t, s) {
		values := make([]string, len(columns))
		for i, c := range columns {
			values[i] = `CASE typeof(` + c + `) WHEN 'blob' THEN 'hex:' || hex(` + c + `) ELSE ` + c + ` END`
		}
		table := fixtureTable{Columns: columns}
		for _, text := range texts(t, s, `SELECT json_array(`+strings.Join(values, ", ")+`) FROM `+name) {
			var row []any
			decoder := json.NewDecoder(strings.NewReader(text))
			decoder.UseNumber()
			must(decoder.Decode(&row))
			table.Rows = append(table.Rows, row)
		}
		if table.Rows == nil {
			t.Errorf("the fixture has no row of %s", name)
		}
		data[name] = table
	}
	text, err := json.MarshalIndent(data, "", "\t")
	must(err)
	must(os.MkdirAll(filepath.Dir(path), 0o755))
	must(os.WriteFile(path+".json", append(text, '\n'), 0o644))
}

// tableColumns are the tables of a SQLite database with their columns, as fixtures have them.
func tableColumns(t *testing.T, s *Store) map[string][]string {
	t.Helper()
	all := make(map[string][]string)
	for _, name := range texts(t, s, `SELECT name FROM sqlite_master
		WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations'`) {
		all[name] = texts(t, s, `SELECT name FROM pragma_table_info('`+name+`')`)
	}
	return all
}

func texts(t *testing.T, s *Store, query string) []string {
	t.Helper()
	all, err := engine.Values[string](t.Context(), s.DB.Reads, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return all
}
