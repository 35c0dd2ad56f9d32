package operator

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

func newUserUpdate(p command.Process) *cobra.Command {
	var name string
	var roles userRoles
	cmd := commands.Of("user update EMAIL")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if !anyGiven(cmd, "name", "operator-role", "account", "role") {
			return command.Usagef("nothing to change: give --name, --operator-role, or --account and --role")
		}
		return roles.check()
	}
	cmd.RunE = onUser(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, u people.User) error {
		email := u.Email
		u, err := users.Update(ctx, s.People, u.UserID, func(u *people.User) {
			if anyGiven(cmd, "name") {
				u.Name = name
			}
			if anyGiven(cmd, "operator-role") {
				u.OperatorRole = roleNamed(roles.operator)
			}
		}, roles.memberships()...)
		if err != nil {
			return roles.explain(err, email)
		}
		detail, err := s.People.Detail(ctx, u)
		return command.Show(cmd, err, detail, userFields)
	})
	command.Flags(cmd, "name", &name)
	roles.bind(cmd)
	return command.WithJSON(cmd)
}

func newUserReset(p command.Process) *cobra.Command {
	return command.WithJSON(commands.New("user reset EMAIL",
		onUser(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, u people.User) error {
			link, token, err := s.People.CreateLink(ctx, u.UserID, users.Purpose(u), users.ValidFor(users.Purpose(u)))
			if err != nil {
				return command.Explain(err, command.Becausef(store.ErrNotFound,
					"%s is disabled: `waybill user enable %s` comes first", u.Email, u.Email))
			}
			return printLink(ctx, cmd, p, s, link, token, "Found")
		})))
}

// newUserSwitch makes a command that changes one user and says so.
func newUserSwitch(p command.Process, usage string, change func(*people.Store, context.Context, int64) error) *cobra.Command {
	return commands.New(usage, onUser(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, u people.User) error {
		return command.Confirm(cmd, change(s.People, ctx, u.UserID), "user %s: %s\n", u.Email, command.Done[cmd.Name()])
	}))
}

// unlinkUser removes the link of a user to the identity provider.
func unlinkUser(s *people.Store, ctx context.Context, id int64) error { //nolint:revive // as methods of the store
	return command.Explain(s.UnlinkIdentities(ctx, id, 0),
		command.Becausef(store.ErrNotFound, "the user is not linked to an identity provider"))
}

func endSessions(s *people.Store, ctx context.Context, id int64) error { //nolint:revive // as methods of the store
	_, err := s.RevokeSessions(ctx, id, 0)
	return err
}

func removePasskeys(s *people.Store, ctx context.Context, id int64) error { //nolint:revive // as methods of the store
	_, err := s.RemovePasskeys(ctx, id)
	return err
}

// onUser runs do with the user whose e-mail address the argument is.
func onUser(
	p command.Process, do func(context.Context, *cobra.Command, *store.Store, people.User) error,
) func(*cobra.Command, []string) error {
	return command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
		email, err := users.CleanEmail(args[0])
		if err != nil {
			return command.Usagef("%v", err)
		}
		u, err := s.People.UserByEmail(ctx, email)
		if err != nil {
			return command.Explain(err, command.Users.NotFound(email))
		}
		return do(ctx, cmd, s, u)
	})
}
