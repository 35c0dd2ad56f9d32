package operator

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

func newAudit(p command.Process) *cobra.Command {
	return commands.Group("audit",
		newAuditList(p), newAuditExport(p),
	)
}

func orNullJSON(text string) json.RawMessage { return json.RawMessage(cmp.Or(text, "null")) }

// auditFields have account 0 for what is the operator's own, and null before what did not exist, and after what does not exist any more.
var auditFields = command.Columns(`ID id, account_id, TIME created_on, BY actor_kind, actor=Actor.Name, ACTION action, subject_kind,
	SUBJECT subject, CHANGE before, after`,
	command.Value("id", func(e audit.Entry) any { return e.ID() }),
	command.Value("actor_kind", func(e audit.Entry) any { // user, key, command or server
		return command.ShownAs(e.Actor.Kind, strings.TrimSpace(string(e.Actor.Kind)+" "+e.Actor.Name))
	}),
	command.Value("subject", func(e audit.Entry) any { return command.ShownAs(e.Subject, e.SubjectKind+" "+e.Subject) }),
	command.Value("before", func(e audit.Entry) any { return command.ShownAs(orNullJSON(e.Old), changeOf(e)) }),
	command.Value("after", func(e audit.Entry) any { return orNullJSON(e.New) }),
)

// maxChange is how many code points of a change a table shows.
const maxChange = 100

// changeOf lists the changed keys with their values before and after, for people.
func changeOf(e audit.Entry) string {
	var before, after map[string]json.RawMessage
	if json.Unmarshal(orNullJSON(e.Old), &before) != nil || json.Unmarshal(orNullJSON(e.New), &after) != nil ||
		before == nil || after == nil {
		return "-"
	}
	keys := maps.Clone(before)
	maps.Copy(keys, after)
	var changed []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !bytes.Equal(before[key], after[key]) {
			changed = append(changed, fmt.Sprintf("%s: %s -> %s", key, orNullJSON(string(before[key])), orNullJSON(string(after[key]))))
		}
	}
	return shipment.Shorten(strings.Join(changed, ", "), maxChange)
}

// auditFlags select entries.
type auditFlags struct {
	audit.Filter
	accountID            int64
	subject, from, until string
}

func (f *auditFlags) bind(cmd *cobra.Command) {
	command.Flags(cmd, "subject", &f.subject, "account", &f.accountID, "actor", &f.Actor, "from", &f.from, "until", &f.until)
}

// read completes the filter.
func (f *auditFlags) read(cmd *cobra.Command) (err error) {
	if f.From, err = command.ParseTime("--from", f.from); err != nil {
		return err
	}
	if f.Until, err = command.ParseTime("--until", f.until); err != nil {
		return err
	}
	f.SubjectKind, f.Subject, _ = strings.Cut(f.subject, "/")
	if cmd.Flags().Changed("account") {
		f.AccountID = &f.accountID
	}
	return nil
}

func newAuditList(p command.Process) *cobra.Command {
	var f auditFlags
	var after string
	var limit int
	cmd := commands.New("audit list", command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
		if limit < 1 || limit > command.MaxListed {
			return command.Usagef("--limit is %d: want 1 to %d", limit, command.MaxListed)
		}
		if err := f.read(cmd); err != nil {
			return err
		}
		entries, more, err := s.Audit.List(ctx, f.Filter, after, limit)
		err = command.Explain(err, command.Becausef(store.ErrNotFound,
			"there is no entry %q: --after wants the id of one, such as 0-17", after))
		if err := command.List(cmd, err, entries, auditFields, "There are no such changes."); err != nil || !more {
			return err
		}
		fmt.Fprintf(p.Stderr, "There are more: --after %s lists them.\n", entries[len(entries)-1].ID())
		return nil
	}))
	f.bind(cmd)
	return command.WithJSON(command.Flags(cmd, "after", &after, "limit", &limit))
}

// exportedAtOnce is how many entries an export reads at a time.
const exportedAtOnce = 1000

func newAuditExport(p command.Process) *cobra.Command {
	var f auditFlags
	cmd := commands.New("audit export",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			if err := f.read(cmd); err != nil {
				return err
			}
			lines := json.NewEncoder(cmd.OutOrStdout())
			lines.SetEscapeHTML(false)
			for after, more := "", true; more; {
				var entries []audit.Entry
				var err error
				if entries, more, err = s.Audit.List(ctx, f.Filter, after, exportedAtOnce); err != nil {
					return err
				}
				for _, record := range command.Records(entries, auditFields) {
					if err := lines.Encode(record); err != nil {
						return fmt.Errorf("write the audit log: %w", err)
					}
					after = record.Row.ID()
				}
			}
			return nil
		}))
	f.bind(cmd)
	return cmd
}
