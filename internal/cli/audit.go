package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/store"
	"waybill/internal/store/audit"
)

func newAudit(p Process) *cobra.Command {
	return newGroup("audit", "Show who changed what",
		`The audit log has every change of rules, accounts, keys, webhook endpoints, partners and services,
and what people change of orders, with retries of submissions: who made it, when, and from what to what.
It has no secrets, and nothing is ever deleted from it.`,
		newAuditList(p),
	)
}

// actorOf is who runs a command: the user, before sudo, at the host.
func actorOf(p Process) audit.Actor {
	name := ""
	for _, variable := range p.Environ {
		if value, found := strings.CutPrefix(variable, "SUDO_USER="); found {
			name = value
		}
	}
	if name == "" {
		name = strconv.Itoa(os.Getuid()) // a container may have no names of users
		if u, err := user.Current(); err == nil {
			name = u.Username
		}
	}
	if host, err := os.Hostname(); err == nil {
		name += "@" + host
	}
	return audit.Actor{Kind: audit.ActorCommand, Name: name}
}

// auditView is an entry of the audit log as printed.
type auditView struct {
	ID          string          `json:"id"`
	AccountID   int64           `json:"account_id"` // 0: the subject is the operator's own
	CreatedOn   time.Time       `json:"created_on"`
	ActorKind   string          `json:"actor_kind"` // user, key, command or server
	Actor       string          `json:"actor"`
	Action      string          `json:"action"`
	SubjectKind string          `json:"subject_kind"`
	Subject     string          `json:"subject"`
	Before      json.RawMessage `json:"before"` // null: it did not exist
	After       json.RawMessage `json:"after"`  // null: it does not exist any more
}

func viewAudit(e audit.Entry) auditView {
	return auditView{
		ID: e.ID(), AccountID: e.AccountID, CreatedOn: e.CreatedOn, ActorKind: string(e.Actor.Kind), Actor: e.Actor.Name,
		Action: e.Action, SubjectKind: e.SubjectKind, Subject: e.Subject, Before: orNullJSON(e.Old), After: orNullJSON(e.New),
	}
}

func orNullJSON(text string) json.RawMessage {
	if text == "" {
		return json.RawMessage("null")
	}
	return json.RawMessage(text)
}

var auditColumns = []field[auditView]{
	{"ID", "", func(v auditView) any { return v.ID }},
	{"TIME", "", func(v auditView) any { return minute(&v.CreatedOn) }},
	{"BY", "", func(v auditView) any { return strings.TrimSpace(v.ActorKind + " " + v.Actor) }},
	{"ACTION", "", func(v auditView) any { return v.Action }},
	{"SUBJECT", "", func(v auditView) any { return v.SubjectKind + " " + v.Subject }},
	{"CHANGE", "", func(v auditView) any { return v.change() }},
}

// maxChange is how many code points of a change a table shows.
const maxChange = 100

// change is what changed, for people: the keys with their values before and after.
func (v auditView) change() string {
	var before, after map[string]json.RawMessage
	if json.Unmarshal(v.Before, &before) != nil || json.Unmarshal(v.After, &after) != nil || before == nil || after == nil {
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
	text := []rune(strings.Join(changed, ", "))
	if len(text) > maxChange {
		return string(text[:maxChange-1]) + "…"
	}
	return string(text)
}

// parseTime reads a date or a time in the argument of a flag; "" is the zero time.
func parseTime(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		at, err = time.Parse(time.RFC3339, text)
	}
	if err != nil {
		return time.Time{}, usagef("%s is %q: want a date as 2030-12-31 or a time as 2030-12-31T18:00:00Z", flag, text)
	}
	return at.UTC(), nil
}

func newAuditList(p Process) *cobra.Command {
	var f audit.Filter
	var accountID int64
	var after, subject, from, until string
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the changes, the newest first",
		Long: `Lists the changes, the newest first. --json has the values before and after in full. An entry of
account 0 is about what belongs to the operator: rules, partners and services.`,
		Example: `  waybill audit list
  waybill audit list --subject rule/kr-pccc
  waybill audit list --account 7 --json
  waybill audit list --actor ann@depot --from 2026-11-01 --until 2026-12-01
  waybill audit list --after 0-17                 what came before entry 0-17`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 1 || limit > maxListed {
				return usagef("--limit is %d: want 1 to %d", limit, maxListed)
			}
			var err error
			if f.From, err = parseTime("--from", from); err != nil {
				return err
			}
			if f.Until, err = parseTime("--until", until); err != nil {
				return err
			}
			f.SubjectKind, f.Subject, _ = strings.Cut(subject, "/")
			if cmd.Flags().Changed("account") {
				f.AccountID = &accountID
			}
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				entries, more, err := s.Audit.List(ctx, f, after, limit)
				if errors.Is(err, store.ErrNotFound) {
					return fmt.Errorf("there is no entry %q: --after wants the id of one, such as 0-17", after)
				}
				if err != nil {
					return err
				}
				if err := list(cmd, mapped(entries, viewAudit), auditColumns, "There are no such changes."); err != nil || !more {
					return err
				}
				fmt.Fprintf(p.Stderr, "There are more: --after %s lists them.\n", entries[len(entries)-1].ID())
				return nil
			})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&subject, "subject", "", "only changes of this `SUBJECT`: rule, account, key, endpoint, order, template, user, "+
		"member, partner or service, or one of them as rule/ID")
	cmd.Flags().Int64Var(&accountID, "account", 0, "only changes of what belongs to this `ACCOUNT`; 0 is the operator")
	cmd.Flags().StringVar(&f.Actor, "actor", "", "only changes by the user, key or command of this `NAME`")
	cmd.Flags().StringVar(&from, "from", "", "only changes made at this `TIME` or later: a date (UTC), or a time as 2030-12-31T18:00:00Z")
	cmd.Flags().StringVar(&until, "until", "", "only changes made before this `TIME`")
	cmd.Flags().StringVar(&after, "after", "", "go on after the entry with this `ID`")
	cmd.Flags().IntVar(&limit, "limit", 100, "at most this `NUMBER`")
	addJSONFlag(cmd)
	return cmd
}
