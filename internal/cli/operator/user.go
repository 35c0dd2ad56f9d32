package operator

import (
	"context"
	"fmt"
	"math"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

func newUser(p command.Process) *cobra.Command {
	return commands.Group("user",
		newUserCreate(p),
		command.NewList(p, commands.Of("user list"), userFields,
			"There are no users: `waybill user create EMAIL` makes one.", listUsers),
		newUserUpdate(p), newUserReset(p),
		newUserSwitch(p, "user disable EMAIL", (*people.Store).DisableUser),
		newUserSwitch(p, "user enable EMAIL", (*people.Store).EnableUser),
		newUserSwitch(p, "user end-sessions EMAIL", endSessions),
		newUserSwitch(p, "user remove-passkeys EMAIL", removePasskeys),
		newUserSwitch(p, "user unlink EMAIL", unlinkUser),
	)
}

type membershipView struct {
	AccountID int64  `json:"account_id"`
	Role      string `json:"role"`
	Invited   bool   `json:"invited,omitempty"` // the user has not accepted: the role is not in force
}

// userFields: operator_role is "" for none, and has_identity is about the link to an identity provider.
var userFields = command.Columns(`user_id, EMAIL email, NAME name, operator_role, ROLES accounts, has_password, has_identity, STATE,
	PASSKEYS passkeys, disabled_on, LAST SIGN-IN last_sign_in_on, created_on`,
	command.Value("accounts", func(u people.Detail) any {
		var roles []string
		if u.OperatorRole != "" {
			roles = append(roles, string(u.OperatorRole))
		}
		for _, m := range u.Memberships {
			role := fmt.Sprintf("%s of %d", m.Role, m.AccountID)
			if m.InvitedAs != "" {
				role += " (invited)"
			}
			roles = append(roles, role)
		}
		return command.ShownAs(
			each.Of(u.Memberships, func(m people.Membership) membershipView {
				return membershipView{m.AccountID, string(m.Role), m.InvitedAs != ""}
			}),
			command.OrDash(strings.Join(roles, ", ")))
	}),
	command.Value("STATE", func(u people.Detail) any {
		switch {
		case !u.DisabledOn.IsZero():
			return "disabled"
		case !u.HasPassword && !u.HasIdentity:
			return "invited"
		}
		return "active"
	}),
)

// userRoles are the flags that give roles.
type userRoles struct {
	operator string
	account  int64
	role     string
}

func (r *userRoles) bind(cmd *cobra.Command) {
	command.Flags(cmd, "operator-role", &r.operator, "account", &r.account, "role", &r.role)
}

// check refuses flags that do not go together.
func (r *userRoles) check() error {
	switch {
	case (r.account == 0) != (r.role == ""):
		return command.Usagef("--account and --role go together")
	case r.account < 0:
		return command.Usagef("account id %d is not valid: `waybill account list` shows the ids", r.account)
	}
	return nil
}

// roleNamed is the role that a flag names.
func roleNamed(name string) shipment.Role {
	if name == "none" {
		return shipment.NoRole
	}
	return shipment.Role(name)
}

// memberships are the roles in accounts; a role "" takes the user out.
func (r *userRoles) memberships() []people.Membership {
	if r.role == "" {
		return nil
	}
	return []people.Membership{{AccountID: r.account, Role: roleNamed(r.role)}}
}

// explain says about an error of storing the roles of a user what to do.
func (r *userRoles) explain(err error, email string) error {
	err = command.Explain(err, command.Becausef(store.ErrTooMany, "account %d has %d users, and may have no more: "+
		"remove one by `waybill user update EMAIL --account %d --role none`", r.account, people.MaxMembers, r.account))
	if r.role == "none" {
		return command.Explain(err, command.Becausef(store.ErrNotFound, "%s has no role in account %d", email, r.account))
	}
	return command.Explain(err, command.Accounts.NotFound(r.account))
}

func newUserCreate(p command.Process) *cobra.Command {
	var name string
	var roles userRoles
	cmd := commands.New("user create EMAIL",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			if err := roles.check(); err != nil {
				return err
			}
			if roles.role == "none" { // a new user has none
				roles.role = ""
			}
			u := people.User{Email: args[0], Name: name, OperatorRole: roleNamed(roles.operator)}
			if name == "" {
				u.Name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(u.Email)), "@")
			}
			return createUser(ctx, cmd, p, s, u, roles)
		}))
	command.Flags(cmd, "name", &name)
	roles.bind(cmd)
	return command.WithJSON(cmd)
}

func createUser(ctx context.Context, cmd *cobra.Command, p command.Process, s *store.Store, u people.User, roles userRoles) error {
	person, err := users.NewPerson(u, roles.memberships()...)
	if err != nil {
		return err
	}
	created, err := person.Create(ctx, s.People)
	if err != nil {
		return command.Explain(roles.explain(err, person.Email()), command.Becausef(store.ErrNameTaken,
			"there is a user %s already: `waybill user update` gives other roles, `waybill user reset` makes a link", person.Email()))
	}
	return printLink(ctx, cmd, p, s, created.Link, created.Token, "Created")
}

// printLink prints the link that sets a user's password.
func printLink(
	ctx context.Context, cmd *cobra.Command, p command.Process, s *store.Store, link people.Link, token, done string,
) error {
	c, _, err := command.LoadSettings(cmd, p)
	if err != nil {
		return err
	}
	u := link.User
	detail, err := s.People.Detail(ctx, u)
	address := consoleBase(c) + users.LinkPath + token
	return command.Say(cmd, err, detail, command.With(userFields, "link", address),
		"%s user %s. This link sets the password, once, until %s UTC:\n\n  %s\n\nPass it on in confidence.\n",
		done, u.Email, command.Minute(&link.ExpiresOn), address)
}

// consoleBase is the URL of the server, as far as a command knows it.
func consoleBase(c config.Config) string {
	if c.PublicURL != "" {
		return c.PublicURL
	}
	_, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return "http://localhost"
	}
	return "http://" + net.JoinHostPort("localhost", port)
}

// listUsers reads all users.
func listUsers(ctx context.Context, s *store.Store) (all []people.Detail, err error) {
	found, _, err := s.People.Users(ctx, "", math.MaxInt32)
	for _, u := range found {
		detail, err := s.People.Detail(ctx, u)
		if err != nil {
			return nil, err
		}
		all = append(all, detail)
	}
	return all, err
}
