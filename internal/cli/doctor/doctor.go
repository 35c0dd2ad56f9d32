package doctor

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

//go:embed commands.txt
var commands command.Texts

// New makes the command.
func New(p command.Process) *cobra.Command {
	cmd := commands.New("doctor", func(cmd *cobra.Command, _ []string) error { return doctor(cmd, p) })
	command.BindSettings(cmd.Flags(), command.ServerOnly)
	return command.WithJSON(cmd)
}

// The results of a check.
const (
	resultOK      = "ok"
	resultWarning = "warning"
	resultFailed  = "failed"
)

// finding is what one check found.
type finding struct {
	Check  string `json:"check"`
	Result string `json:"result"`
	Found  string `json:"found"`
	Fix    string `json:"fix,omitempty"`
}

func ok(format string, args ...any) finding {
	return finding{Result: resultOK, Found: fmt.Sprintf(format, args...)}
}

func warning(fix, format string, args ...any) finding {
	return finding{Result: resultWarning, Found: fmt.Sprintf(format, args...), Fix: fix}
}

func failed(fix, format string, args ...any) finding {
	return finding{Result: resultFailed, Found: fmt.Sprintf(format, args...), Fix: fix}
}

// target is what the checks inspect.
type target struct {
	config     config.Config
	folderErr  error                 // why no file can be created in the data folder
	store      *store.Store          // nil if there is no database yet, or it cannot be read
	err        error                 // why it cannot be read
	have, want int                   // versions of the schema
	setup      *engine.PostgresSetup // nil if it is SQLite or cannot be read
	setupErr   error                 // why it cannot be read
}

// checks run in this order, on targets to which they apply. One that does not apply for another reason returns the zero finding. Each has
// a time limit of its own, so that a slow machine, which draws a label in seconds, fails none after it.
var checks = []struct {
	name    string
	applies func(target) bool
	within  time.Duration
	run     func(context.Context, target) finding
}{
	{"data folder", target.isAny, checkTimeout, checkDataFolder},
	{"disk space", target.isAny, checkTimeout, checkDiskSpace},
	{"memory", target.isAny, checkTimeout, checkMemory},
	{"open files", target.isAny, checkTimeout, checkFiles},
	{"database", target.isAny, checkTimeout, checkDatabase},
	{"pooler", target.knowsPooler, checkTimeout, checkPooler},
	{"writes", target.isPostgres, checkTimeout, checkWritable},
	{"durability", target.isPostgres, checkTimeout, checkDurability},
	{"connections", target.isPostgres, checkTimeout, checkConnections},
	{"replica", target.isAny, serviceTimeout, checkReplica},
	{"schema", target.isAny, checkTimeout, checkSchema},
	{"search", target.isCurrent, checkTimeout, checkSearch},
	{"jobs", target.isCurrent, checkTimeout, checkJobs},
	{"blobs", target.isAny, checkTimeout, checkBlobs},
	{"inspection", target.isAny, checkTimeout, checkInspection},
	{"fonts", target.isAny, checkTimeout, checkFonts},
	{"clock", target.isAny, checkTimeout, checkClock},
	{"environment", target.isAny, checkTimeout, checkEnvironment},
	{"outgoing calls", target.isAny, checkTimeout, checkOutgoing},
	{"public URL", target.isAny, checkTimeout, checkPublicURL},
	{"proxies", target.isAny, checkTimeout, checkProxies},
	{"rules", target.isCurrent, checkTimeout, checkRules},
	{"sanctions", target.isCurrent, checkTimeout, checkSanctions},
	{"partners", target.isCurrent, serviceTimeout, checkPartners},
	{"easypost", target.isAny, checkTimeout, checkEasyPost},
	{"mail", target.isAny, serviceTimeout, checkMail},
	{"identity provider", target.isAny, serviceTimeout, checkIdentityProvider},
	{"administrators", target.isCurrent, checkTimeout, checkAdministrators},
	{"keys", target.isCurrent, checkTimeout, checkKeys},
	{"damage", target.isSQLite, damageTimeout, checkDamage},
}

func (p target) isAny() bool { return true }

// isReadable reports whether the database is open.
func (p target) isReadable() bool { return p.store != nil && p.err == nil }

// isCurrent reports whether the database has the schema of this program: what another one has may not be readable.
func (p target) isCurrent() bool { return p.isReadable() && p.have == p.want }

// isSQLite reports whether there is a SQLite file.
func (p target) isSQLite() bool { return p.store != nil && p.store.DB.Engine() == engine.SQLite }

// isPostgres reports whether the settings of a PostgreSQL were read.
func (p target) isPostgres() bool { return p.setup != nil }

// knowsPooler reports whether there is a PostgreSQL, whose settings may not have been read.
func (p target) knowsPooler() bool { return p.setup != nil || p.setupErr != nil }

func doctor(cmd *cobra.Command, p command.Process) error {
	c, warnings, err := command.LoadSettings(cmd, p)
	findings := []finding{checkSettings(c, warnings, err)}
	if err == nil {
		findings = append(findings, examine(cmd.Context(), c)...)
	}
	if command.WantsJSON(cmd) {
		err = command.PrintJSON(p.Stdout, findings)
	} else {
		err = printFindings(p.Stdout, findings)
	}
	return command.FailIf(slices.ContainsFunc(findings, func(f finding) bool { return f.Result == resultFailed }), err)
}

const (
	// openTimeout bounds the connection to the database: a firewall may drop the packets without a word.
	openTimeout  = 20 * time.Second
	checkTimeout = 10 * time.Second
	// serviceTimeout bounds the question to another server.
	serviceTimeout = 5 * time.Second
	// damageTimeout bounds the reading of a whole SQLite file, which takes a second for a few hundred MB.
	damageTimeout = time.Minute
)

// examine runs every check on the target of the settings.
func examine(ctx context.Context, c config.Config) []finding {
	p := target{config: c, folderErr: probeFolder(c.Data)}
	if command.HasDatabase(c) {
		within(ctx, openTimeout, p.open)
	}
	if p.store != nil {
		defer func() { _ = p.store.DB.Close() }() // it was only read
	}
	var findings []finding
	for _, check := range checks {
		if !check.applies(p) {
			continue
		}
		within(ctx, check.within, func(ctx context.Context) {
			if f := check.run(ctx, p); f.Result != "" {
				f.Check = check.name
				findings = append(findings, f)
			}
		})
	}
	return findings
}

func within(ctx context.Context, timeout time.Duration, do func(context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	do(ctx)
}

// open opens the database and reads what several checks need.
func (p *target) open(ctx context.Context) {
	if p.store, p.err = store.Open(ctx, command.AnyEnvironment(p.config, nil)); p.err != nil {
		return
	}
	p.have, p.want, p.err = p.store.DB.SchemaVersion(ctx)
	if p.store.DB.Engine() == engine.Postgres {
		p.setup, p.setupErr = p.store.DB.PostgresSetup(ctx)
	}
}

var findingColumns = command.Columns[finding]("CHECK, RESULT, FOUND")

func printFindings(w io.Writer, findings []finding) error {
	err := command.PrintTable(w, findings, findingColumns)
	if err != nil {
		return err
	}
	heading := "\nTo do:\n"
	for _, f := range findings {
		if f.Fix != "" {
			fmt.Fprintf(w, "%s- %s: %s\n", heading, f.Check, f.Fix)
			heading = ""
		}
	}
	return nil
}
