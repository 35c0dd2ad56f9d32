package people

import (
	"cmp"
	"context"

	"waybill/internal/console/web"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// notify tells a user by mail that the ways to sign in have changed: somebody else may have done it. It does not wait for the
// mail server, and without one it does nothing.
func notify(v *web.Visit, u people.User, what string, args ...any) {
	if v.Console.Mail == nil || v.Console.Outgoing.Paused() || v.Console.SignIns.Spend(users.Notices, u.Email) != nil {
		return
	}
	reader := readerOf(v, u)
	client, _ := v.Console.Client(v.Context())
	now := v.Console.Now()
	text := reader.T(what, args...) + "\n\n" +
		reader.T("Time: %s", reader.Moment(now)+" "+now.In(reader.Zone).Format("MST")) + "\n" +
		reader.T("Network address: %s", addressText(client)) + "\n" +
		reader.T("Browser: %s", cmp.Or(deviceName(&reader), "–")) + "\n\n" +
		reader.T("If this was not you, change your password, end your other sessions, and tell your administrator or your operator.") + "\n"
	ctx, id := context.WithoutCancel(v.Context()), v.Console.RequestID(v.Context())
	go func() {
		if err := v.Console.Mail(ctx, u.Email, reader.T("Your sign-in to Waybill"), text); err != nil {
			v.Console.Log.WarnContext(ctx, "send a notice about a sign-in by mail", "error", err, "request_id", id)
		}
	}()
}

// The sentences of notices.
var (
	newDevice       = web.Key("Somebody signed in as you from a browser that is new for Waybill.")
	newPasskey      = web.Key("The passkey %s was added: whoever has it can sign in as you.")
	newCodes        = web.Key("New recovery codes were made for you: whoever has one can sign in as you.")
	usedCode        = web.Key("Somebody signed in as you by a recovery code. You have %d left.")
	changedPassword = web.Key("Your password was set or changed.")
)

// readerOf is a visit in the language and the zone of a user who reads a mail.
func readerOf(v *web.Visit, u people.User) web.Visit {
	reader := *v
	if u.Language != "" {
		reader.Language = v.Console.LanguageOf(u.Language, v.Request)
	}
	reader.Zone = web.ZoneOf(u.Timezone)
	return reader
}
