package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const rulesPath = "/operator/rules/"

// Rules returns all rules by id, with the built-in ones: at most 1000. It returns ErrForbidden with any
// key, as all methods about rules do: rules are changed in the console and by commands.
func (c *Client) Rules(ctx context.Context) ([]RuleEntry, error) {
	return results[RuleEntry](ctx, c, "listing rules", rulesPath, nil)
}

// Rule returns a rule, or ErrNotFound.
func (c *Client) Rule(ctx context.Context, id string) (RuleEntry, error) {
	return get[RuleEntry](ctx, c, "viewing a rule", rulePath(id), nil)
}

// SetRule adds a rule, or replaces the one with this id, also a built-in one. The rule is anything that marshals to its
// JSON form, with or without the id. It returns a *ValidationError when the rule is wrong.
func (c *Client) SetRule(ctx context.Context, id string, rule any) (RuleEntry, error) {
	return ask[RuleEntry](ctx, c, "setting a rule", call{method: http.MethodPut, path: rulePath(id)}, rule)
}

// DeleteRule deletes a rule that was set; a built-in rule with its id applies again. It returns ErrNotFound when there
// is no such rule, and a *ValidationError when it is built in.
func (c *Client) DeleteRule(ctx context.Context, id string) error {
	return c.remove(ctx, "deleting a rule", rulePath(id), nil)
}

func rulePath(id string) string { return rulesPath + url.PathEscape(id) + "/" }

// AuditFilter selects changes; zero fields select all.
type AuditFilter struct {
	SubjectKind string
	Subject     string // needs SubjectKind
	AccountID   *int64 // 0: the operator
	ActorKind   string
	Actor       string
	From, Until time.Time // made at From or later, and before Until
}

// AuditLog iterates over the changes, the newest first. After an error it ends. The error is ErrForbidden with any
// key: the log is viewed in the console and by a command.
func (c *Client) AuditLog(ctx context.Context, f AuditFilter) iter.Seq2[AuditEntry, error] {
	return elements[AuditEntry](ctx, c, "/operator/audit-log/", f.query(), "viewing the audit log")
}

// AccountAuditLog is AuditLog for what belongs to the account of the key, which needs the scope account. The filter has no AccountID.
func (c *Client) AccountAuditLog(ctx context.Context, f AuditFilter) iter.Seq2[AuditEntry, error] {
	return elements[AuditEntry](ctx, c, "/account/audit-log/", f.query(), "viewing the audit log of the account")
}

func (f *AuditFilter) query() url.Values {
	return parameters(map[string]any{
		"subject_kind": f.SubjectKind, "subject": f.Subject, "actor_kind": f.ActorKind, "actor": f.Actor,
		"from": f.From, "until": f.Until, "account_id": f.AccountID,
	})
}
