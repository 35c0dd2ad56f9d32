package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

// databaseCommands has each command that opens a database, with valid arguments.
var databaseCommands = []string{
	"account create Other", "account list", "account usage --months 2",
	"account update 1 --rate-limit 5", "account suspend 1", "account resume 1",
	"account settings 1 --language id", "account labels 1 --hide-contents", "account logo remove 1", "account logo set 1 LOGO",
	"audit export", "audit list",
	"book list boxes --account 1", "book set boxes M BOX --account 1", "book delete boxes M --account 1", "book export boxes --account 1",
	"book import boxes BOXES --account 1",
	"backup FILE",
	"cancellation list", "cancellation retry WB1", "cancellation show WB1",
	"copy --to COPY", "customs", "customs load",
	"account customs 1", "service customs 1",
	"key create --account 1", "key list", "key revoke 1",
	"import template --service 1 -o TEMPLATE.csv",
	"label check ORDER", "label render ORDER -o -",
	"migrate",
	"order list --account 1", "order show WB1",
	"label revoke WB1",
	"label rotate",
	"partner create acme --url https://acme.example.com", "partner disable acme", "partner enable acme", "partner list",
	"partner update acme --concurrency 2",
	"rules check RULES", "rules delete heavy", "rules export", "rules import RULES", "rules list", "rules rates", "rules set RULES",
	"rules show heavy", "rules test --order ORDER",
	"sanctions check Budi", "sanctions list", "sanctions load --list un",
	"serve --listen 127.0.0.1:0 --metrics-listen off",
	"service create Lane", "service disable 1", "service enable 1", "service list", "service update 1 --name Lane",
	"service marks 1 none", "service routing import 1 ROUTES", "service routing set 1 12 --hub JKT", "service routing show 1",
	"simulate journey WB1",
	"person erase --phone 6591234567", "person export --phone 6591234567", "person find --phone 6591234567",
	"retention keep US 9", "retention list", "retention run",
	"resume", "skip-order-ids", "blobs check", "order load ORDER --account 1", "order why WB1", "stats",
	"submission list", "submission resolve WB1 --failed --message lost", "submission retry WB1", "submission show WB1",
	"tracking import SCANS",
	"tracking correct WB1 --status PICKED_UP --reason r",
	"user create ann@example.com", "user disable ann@example.com", "user enable ann@example.com", "user unlink ann@example.com", "user list",
	"user end-sessions ann@example.com", "user remove-passkeys ann@example.com",
	"user reset ann@example.com", "user update ann@example.com --name Ann",
	"webhook create --account 1 --url https://shop.example.com", "webhook delete 1", "webhook deliveries 1", "webhook list",
	"webhook replay 1 --from 2026-02-03", "webhook rotate 1", "webhook test 1 --event order.held", "webhook update 1 --description other",
}

// otherCommands open no database, or one of any environment.
var otherCommands = []string{
	"address check", "bag change", "bag close", "bag empty", "bag label", "bag list", "bag open", "bag parcels", "bag pdf", "bag receive",
	"bag remove", "bag reopen", "bag scan", "bag show",
	"consignment add", "consignment add-leg", "consignment answer", "consignment arrive", "consignment bags", "consignment change",
	"consignment change-leg", "consignment check", "consignment depart", "consignment events", "consignment leave", "consignment legs",
	"consignment list", "consignment load", "consignment manifest", "consignment manifests", "consignment open", "consignment parcels",
	"consignment inbound", "consignment pdf", "consignment receive", "consignment received", "consignment report", "consignment results",
	"consignment show", "consignment xlsx",
	"doctor", "environment set", "environment show", "floor change", "floor create-hub", "floor hubs", "floor lift",
	"floor parcels",
	"floor run add", "floor run count", "floor run list", "floor run open", "floor run reopen", "floor run show", "floor run sign",
	"floor scan", "floor stop", "handover add", "handover close", "handover list", "handover open",
	"handover parcels", "handover pdf", "handover remove", "handover reopen", "handover show",
	"healthcheck", "import", "label manifest", "label sheet", "label status",
	"listen", "order cancel", "order create", "order edit", "order export", "order hold", "order note", "order pack", "order printed",
	"order release", "order replace", "order tag", "partner check", "partner simulate", "print-agent", "requests tail", "restore",
	"tracking proof", "version",
}

func TestEveryCommandIsListed(t *testing.T) {
	t.Parallel()
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		path := strings.TrimPrefix(c.CommandPath(), "waybill ")
		if !c.HasSubCommands() && !slices.Contains(otherCommands, path) &&
			!slices.ContainsFunc(databaseCommands, func(line string) bool { return line == path || strings.HasPrefix(line, path+" ") }) {
			t.Errorf("%q is in neither list: a command that opens a database must refuse that of another environment", path)
		}
		for _, child := range c.Commands() {
			walk(child)
		}
	}
	walk(Root(Process{}))
}

// TestOtherEnvironmentIsRefused runs every command of development on a copy of production's
// data, as a killed server leaves it, and compares the data before and after. Its schema is
// not up to date when there are several versions, so that some commands have something to write.
func TestOtherEnvironmentIsRefused(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		data := t.TempDir()
		original := storetest.Open(t, store.Options{URL: databaseURL, Environment: "production"})
		if _, err := original.DB.MarkEnvironment(t.Context(), "production"); err != nil {
			t.Fatal(err)
		}
		database.Execute(t, databaseURL,
			`DELETE FROM schema_migrations WHERE version > 1 AND version = (SELECT max(version) FROM schema_migrations)`)
		snapshot := func() map[string]string {
			all := rowsOf(t, databaseURL)
			maps.Copy(all, filesOf(t, data))
			return all
		}
		environ := []string{"WAYBILL_DATA=" + data, "WAYBILL_DATABASE_URL=" + databaseURL}
		if path, isFile := strings.CutPrefix(databaseURL, "sqlite:"); isFile {
			for _, file := range []string{"", "-wal"} { // while the server runs
				copyFile(t, path+file, filepath.Join(data, "waybill.db"+file))
			}
			snapshot = func() map[string]string { return filesOf(t, data) }
			environ = environ[:1]
		}
		before := snapshot()
		for _, line := range databaseCommands {
			if original.DB.Engine() == engine.Postgres && strings.HasPrefix(line, "backup") {
				continue // of SQLite alone
			}
			code, said := runLine(t, line, environ)
			if code != command.ExitUsage || !strings.Contains(said, "holds the data of production, and this is development") {
				t.Errorf("%s: exit code %d: %s", line, code, said)
			}
			if after := snapshot(); !maps.Equal(after, before) {
				t.Fatalf("%s writes: %v, before %v", line, after, before)
			}
		}
		if _, said := runLine(t, "doctor", environ); !strings.Contains(said, "- environment: ") {
			t.Errorf("doctor: %s", said)
		}
		if code, said := runLine(t, "environment show", environ); code != exitOK || said != "production\n" {
			t.Errorf("environment: exit code %d: %s", code, said)
		}
	})
}

// runLine runs a command until it ends, or until it prints something.
func runLine(t *testing.T, line string, environ []string) (code int, said string) {
	t.Helper()
	folder := t.TempDir()
	order, scans, routes := filepath.Join(folder, "order.json"), filepath.Join(folder, "scans.csv"), filepath.Join(folder, "routes.csv")
	copyFile(t, "../../docs/examples/order.json", order)
	if err := os.WriteFile(scans, []byte("tracking_no,status\nWB1,PICKED_UP\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ruleFile := filepath.Join(folder, "rules.json")
	if err := os.WriteFile(ruleFile, []byte(`{"id":"heavy","severity":"error","kind":"max_weight","kg":30}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(routes, []byte("prefix,hub,sort_code\n12,JKT,J-1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	boxes, box := filepath.Join(folder, "boxes.csv"), filepath.Join(folder, "box.json")
	for path, text := range map[string]string{boxes: "entry_name,length,width,height\nS,3,2,1\n", box: `{"length":3,"width":2,"height":1}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files := strings.NewReplacer("ORDER", order, "RULES", ruleFile, "SCANS", scans, "ROUTES", routes,
		"BOXES", boxes, "BOX", box,
		"LOGO", logoFile(t, 8, 8), "FILE", filepath.Join(folder, "kept.tar"), "COPY", copyTarget(environ, folder))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stderr bytes.Buffer
	var stdout strings.Builder
	code = Run(ctx, Process{
		Args:    strings.Fields(files.Replace(line)),
		Environ: environ, Stderr: &stderr,
		Stdout: writerFunc(func(p []byte) (int, error) {
			cancel() // it is a server that started
			return stdout.Write(p)
		}),
	})
	return code, stdout.String() + stderr.String()
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// filesOf is what is in a folder. The content of the file that readers of SQLite share, -shm,
// is no data.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasSuffix(name, "-shm") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = fmt.Sprintf("%x", sha256.Sum256(content))
	}
	return files
}

// rowsOf is a digest of each table: of its rows, and of the transactions that wrote them.
func rowsOf(t *testing.T, databaseURL string) map[string]string {
	t.Helper()
	db := database.Open(t, databaseURL)
	rows, err := db.QueryContext(t.Context(), `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	digests := make(map[string]string)
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			t.Fatal(err)
		}
		digests[table] = ""
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for table := range digests {
		var digest string
		query := `SELECT md5(coalesce(string_agg(r.ctid::text || r.xmin || r.xmax || r::text, ',' ORDER BY r.ctid), '')) FROM ` + table + ` r`
		if err := db.QueryRowContext(t.Context(), query).Scan(&digest); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		digests[table] = digest
	}
	return digests
}

// copyTarget is a database of the other engine than that of the settings, which is not reached.
func copyTarget(environ []string, folder string) string {
	if slices.ContainsFunc(environ, func(v string) bool { return strings.HasPrefix(v, "WAYBILL_DATABASE_URL=postgres") }) {
		return folder
	}
	return "postgres://127.0.0.1:1/none"
}
