package maintenance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/machine"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

func newCopy(p command.Process) *cobra.Command {
	var from, to string
	cmd := commands.New("copy --to DATABASE", command.OnSettings(p, func(cmd *cobra.Command, settings config.Config, _ []string) error {
		source, err := databaseNamed(settings, "--from", from)
		if err != nil {
			return err
		}
		target, err := databaseNamed(settings, "--to", to)
		if err != nil {
			return err
		}
		switch {
		case to == "":
			return command.Usagef("--to is missing: name a data folder, a URL postgres://…, or @FILE with the URL")
		case source.SQLite() == target.SQLite():
			return command.Usagef("%s and %s have the same engine: a copy is made between SQLite and PostgreSQL",
				source.Database(), target.Database())
		}
		return copyData(cmd.Context(), p, source, target)
	}))
	return command.Flags(cmd, "from", &from, "to", &to)
}

// databaseNamed returns the settings with the database that a flag names.
func databaseNamed(c config.Config, flag, name string) (config.Config, error) {
	if path, isFile := strings.CutPrefix(name, "@"); isFile {
		content, err := os.ReadFile(path)
		if err != nil {
			return c, fmt.Errorf("read the URL of %s: %w", flag, err)
		}
		name = strings.TrimSpace(string(content))
		if !isPostgresURL(name) {
			return c, command.Usagef("%s: %s does not begin with a URL postgres://…", flag, path)
		}
	}
	switch {
	case isPostgresURL(name):
		c.DatabaseURL = name
	case strings.Contains(name, "://"):
		return c, command.Usagef("%s is %q: want a data folder, a URL postgres://…, or @FILE with the URL", flag, name)
	case name != "":
		c.DatabaseURL, c.Data = "", name
	}
	return c, nil
}

func isPostgresURL(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

func copyData(ctx context.Context, p command.Process, source, target config.Config) error {
	return forCopy(ctx, p, source, command.OpenExisting, func(from *store.Store) error {
		if err := command.CheckMigrated(ctx, from); err != nil {
			return fmt.Errorf("%s: %w", source.Database(), err)
		}
		return forCopy(ctx, p, target, data.Open, func(to *store.Store) error { return runCopy(ctx, p, from, to, target) })
	})
}

// opener opens a database.
type opener func(context.Context, config.Config, store.Options) (*store.Store, error)

// forCopy runs do with a database that no server uses, and keeps servers out meanwhile.
func forCopy(ctx context.Context, p command.Process, c config.Config, open opener, do func(*store.Store) error) (err error) {
	if err := refuseOtherEnvironment(ctx, c, open); err != nil {
		return err
	}
	if c.SQLite() {
		unlock, refused := data.Lock(c)
		if refused != nil {
			return refused
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	s, err := open(ctx, c, command.AnyEnvironment(c, p.Parts))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.DB.Close()) }()
	unlock, err := s.DB.LockForCopy(ctx)
	if errors.Is(err, store.ErrInUse) {
		err = fmt.Errorf("servers or commands of waybill are connected to %s: stop them first", c.Database())
	}
	if err != nil {
		return err
	}
	return errors.Join(do(s), unlock())
}

// refuseOtherEnvironment opens and closes a database that exists as all commands do, which checks its environment.
func refuseOtherEnvironment(ctx context.Context, c config.Config, open opener) error {
	if !command.HasDatabase(c) {
		return nil
	}
	s, err := open(ctx, c, data.Options(c, nil))
	if err != nil {
		return err
	}
	return s.DB.Close()
}

func runCopy(ctx context.Context, p command.Process, from, to *store.Store, target config.Config) error {
	began := time.Now()
	bar := newProgressBar(p.Stderr, began)
	copied, resumed, err := store.Copy(ctx, from, to, bar.show)
	bar.end()
	if errors.Is(err, context.Canceled) {
		return errors.New("the copy was interrupted: run the same command again, which continues it")
	}
	if err != nil {
		return command.Explain(err, command.Becausef(engine.ErrNotEmpty, "%s: %w", target.Database(), err))
	}
	rows, orders, labels := int64(0), int64(0), int64(0)
	for _, t := range copied {
		rows += t.Rows
		switch t.Name {
		case "orders":
			orders = t.Rows
		case "partner_labels":
			labels = t.Rows
		}
	}
	again := ""
	if resumed {
		again = ", after an interrupted copy"
	}
	fmt.Fprintf(p.Stdout, "Copied %s, %s in %d tables, to %s in %s%s. All rows were compared.\n", command.Count(orders, "order", "orders"),
		command.Count(rows, "row", "rows"), len(copied), target.Database(), time.Since(began).Round(time.Second/10), again)
	fmt.Fprintln(p.Stdout, pausedHint)
	if labels > 0 {
		fmt.Fprintln(p.Stdout, "Labels of partners are files, which were not copied: the server of the copy needs the same data folder "+
			"(its folder blobs), or the same bucket.")
	}
	return nil
}

// progressBar shows how far a copy is, on a terminal only.
type progressBar struct {
	out      io.Writer // nil: it is no terminal
	began    time.Time
	shown    time.Time
	width    int // of the last line
	checking bool
}

func newProgressBar(out io.Writer, began time.Time) *progressBar {
	if !machine.IsTerminal(out) {
		return &progressBar{}
	}
	return &progressBar{out: out, began: began}
}

// barEvery is the time between two drawings of the bar.
const barEvery = 100 * time.Millisecond

func (b *progressBar) show(p engine.CopyProgress) {
	now := time.Now()
	if b.out == nil || now.Sub(b.shown) < barEvery && p.Done < p.Total {
		return
	}
	if p.Checking != b.checking {
		b.checking, b.began = p.Checking, now
	}
	b.shown = now
	line := progressLine(p, now.Sub(b.began))
	fmt.Fprintf(b.out, "\r%-*s", b.width, line)
	b.width = len(line)
}

// progressLine draws a bar of 30 characters.
func progressLine(p engine.CopyProgress, elapsed time.Duration) string {
	const length = 30
	share := 1.0
	if p.Total > 0 {
		share = min(1, float64(p.Done)/float64(p.Total))
	}
	full := int(share * length)
	work := "copying"
	if p.Checking {
		work = "comparing"
	}
	line := fmt.Sprintf("%-9s [%s%s] %3.0f %%  %d of %d rows", work, strings.Repeat("#", full), strings.Repeat(".", length-full),
		share*100, p.Done, p.Total)
	if seconds := elapsed.Seconds(); seconds > 1 {
		line += fmt.Sprintf(", %.0f a second", float64(p.Done)/seconds)
	}
	return line + "  " + p.Table
}

// end ends the line of the bar.
func (b *progressBar) end() {
	if b.out != nil {
		fmt.Fprintln(b.out)
	}
}
