package doctor

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/mail"
	"waybill/internal/server"
	"waybill/internal/shipment"
)

// checkMail signs in to the mail server, and sends nothing.
func checkMail(ctx context.Context, p target) finding {
	if p.config.SMTPURL == "" {
		return finding{}
	}
	sender, err := mail.New(p.config.SMTPURL, p.config.SMTPFrom)
	if err == nil {
		err = sender.Check(ctx)
	}
	if err != nil {
		return failed("correct WAYBILL_SMTP_URL, or start the mail server; until then links are shown but not sent", "%s", command.OneLine(err))
	}
	return ok("the mail server answers")
}

// checkIdentityProvider asks the identity provider for its discovery document, which names its issuer.
func checkIdentityProvider(ctx context.Context, p target) finding {
	provider := server.IdentityProvider(p.config)
	if provider == nil {
		return finding{}
	}
	if err := provider.Discover(ctx); err != nil {
		return failed("correct WAYBILL_OIDC_ISSUER, or start the provider; until then people sign in by password", "%.300s", command.OneLine(err))
	}
	return ok("%s answers at %s", provider.Name(), provider.Issuer())
}

// checkAdministrators finds a server that nobody can administer in the console.
func checkAdministrators(ctx context.Context, p target) finding {
	all, _, err := p.store.People.Users(ctx, "", math.MaxInt32)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	found := 0
	for _, u := range all {
		if u.OperatorRole == shipment.RoleOperatorAdmin && u.DisabledOn.IsZero() {
			found++
		}
	}
	switch {
	case found == 0 && p.config.Environment == config.Production:
		return warning("`waybill user create EMAIL --operator-role operator-admin`", "no user with operator-admin can sign in to the console")
	case found == 0:
		return ok("none yet: the first start of a server in development makes one")
	}
	return ok("%d with operator-admin", found)
}

// checkKeys lists live keys of operators' accounts from before scopes, which keep what an administrator of the account may do. Until
// version 0.1.0 such keys could change the rules and read the audit log.
func checkKeys(ctx context.Context, p target) finding {
	accounts, err := p.store.MasterData.Accounts(ctx)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	var lost []string
	for _, a := range accounts {
		if !a.Operator {
			continue
		}
		keys, err := p.store.MasterData.Keys(ctx, a.AccountID)
		if err != nil {
			return failed("check the database's log", "%s", command.OneLine(err))
		}
		for _, k := range keys {
			if k.Scopes == 0 && k.State(time.Now()) == "live" {
				lost = append(lost, fmt.Sprintf("%d (%s)", k.KeyID, k.Name))
			}
		}
	}
	if lost == nil {
		return ok("no key of an operator's account lost rights")
	}
	return warning("make new keys by `waybill key create --scopes`, with what each program needs, and revoke these",
		"keys of operators' accounts from before scopes, which do not have %s: %s",
		strings.Join(shipment.OperatorKeyScopes.Names(), ", "), strings.Join(lost, ", "))
}
