package console

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/store"
)

const (
	// sessionCookie has the token of the session.
	sessionCookie = "waybill_session"
	// maxForm is how many bytes a form may have.
	maxForm = 1 << 20
	// maxMultipart is how many bytes of a form with files are in memory; the rest is in temporary files.
	maxMultipart = 1 << 20

	home   = "/console/"
	signIn = "/console/sign-in"
)

// Handler serves everything below /console/.
func (c *Console) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, r := range c.routes {
		serve := c.serve(r)
		bare, isHome := strings.CutSuffix(r.path, "/")
		if !isHome {
			mux.Handle(r.method+" "+r.path, serve)
			continue
		}
		mux.Handle(r.method+" "+r.path+"{$}", serve)
		if r.path != home {
			mux.HandleFunc(r.method+" "+bare, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", r.URL.EscapedPath()+"/")
				w.WriteHeader(http.StatusSeeOther)
			})
		}
	}
	mux.Handle("GET /console/static/{hash}/{file}", c.assets)
	mux.Handle(home, c.serve(route{allow: anyone, serve: func(*visit) error { return store.ErrNotFound }}))
	return c.sameOrigin(mux)
}

// sameOrigin refuses what pages of other origins send.
func (c *Console) sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if origin, err := url.Parse(c.PublicURL); err == nil && c.PublicURL != "" {
		_ = protection.AddTrustedOrigin(origin.Scheme + "://" + origin.Host) // the settings have checked it
	}
	protection.SetDenyHandler(c.serve(route{allow: anyone, serve: func(*visit) error { return errCrossOrigin }}))
	return protection.Handler(next)
}

// serve serves a route: it finds the user and the account, checks the permission, and shows errors as pages.
func (c *Console) serve(r route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		v := &visit{console: c, w: w, r: req, lang: languageOf("", req), zone: zoneOf("")}
		defer func() {
			p := recover()
			if p == http.ErrAbortHandler { //nolint:errorlint // the sentinel itself, compared as net/http does
				panic(p)
			}
			if p != nil {
				v.fail(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
			}
		}()
		if err := v.enter(r); err != nil {
			v.fail(err)
			return
		}
		if err := r.serve(v); err != nil {
			v.fail(err)
		}
	})
}

// enter finds the user and the account of a visit, and checks that the user may be there.
func (v *visit) enter(r route) error {
	limit := r.maxBody
	if limit == 0 {
		limit = maxForm
	}
	v.r.Body = http.MaxBytesReader(v.w, v.r.Body, limit)
	if err := v.findUser(); err != nil {
		return err
	}
	if r.allow == anyone {
		return nil
	}
	if v.user.UserID == 0 {
		return errSignedOut
	}
	if err := v.findAccount(); err != nil {
		return err
	}
	if v.account.Timezone != "" {
		v.zone = zoneOf(v.account.Timezone)
	}
	ctx, err := v.console.Admit(v.r.Context(), v.caller())
	if err != nil {
		return err
	}
	v.r = v.r.WithContext(ctx)
	if !v.can(r.allow) {
		return &refusalError{r.allow}
	}
	return nil
}

// findUser finds the user by the session's cookie, if there is one.
func (v *visit) findUser() error {
	token := v.sessionToken()
	if token == "" {
		return nil
	}
	session, found, err := v.console.Store.SessionOf(v.r.Context(), token)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	v.user, v.session, v.lang, v.zone = found, session, languageOf(found.Language, v.r), zoneOf(found.Timezone)
	if found.OperatorRole != store.NotOperator {
		v.roles = append(v.roles, role(found.OperatorRole))
	}
	v.members, err = v.console.Store.AccountsOf(v.r.Context(), found.UserID)
	return err
}

// findAccount finds the account of the path, if it has one. For a user who has no role on it there is none.
func (v *visit) findAccount() error {
	text := v.r.PathValue("account")
	if text == "" {
		return nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != text {
		return store.ErrNotFound
	}
	at := slices.IndexFunc(v.members, func(m store.MemberAccount) bool { return m.AccountID == id })
	switch {
	case at >= 0:
		v.account = v.members[at].Account
		v.roles = append(v.roles, role(v.members[at].Role))
	case v.can(operate):
		if v.account, err = v.console.Store.Account(v.ctx(), id); err != nil {
			return err
		}
	default:
		return store.ErrNotFound
	}
	v.adoptLocale()
	return nil
}

// adoptLocale shows the page in the zone and the language of the account to a user who has none.
func (v *visit) adoptLocale() {
	if v.user.Timezone == "" {
		v.zone = zoneOf(v.account.Timezone)
	}
	if v.user.Language == "" && v.account.Language != "" {
		v.lang = languageOf(v.account.Language, v.r)
	}
}
