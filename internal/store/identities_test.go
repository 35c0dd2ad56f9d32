package store_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
)

const testIssuer = "https://id.example.com/"

func TestIdentities(t *testing.T) { onEachEngine(t, testIdentities) }

func testIdentities(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	ann := must[people.Invited](t)(s.People.CreateUser(ctx, people.User{Email: "ann@example.com"}, 0)).User
	bob := user(t, s, "bob@example.com")
	_, invite, err := s.People.CreateLink(ctx, ann.UserID, people.LinkInvite, time.Hour)
	noError(t, err)
	_, err = s.People.UserByIdentity(ctx, testIssuer, "1")
	wantError(t, err, store.ErrNotFound)

	for range 2 { // the second changes nothing
		linked := must[people.User](t)(s.People.LinkIdentity(ctx, ann.UserID, testIssuer, "1"))
		ann.HasIdentity = true
		equal(t, "linked user", linked, ann)
	}
	_, err = s.People.ReadLink(ctx, invite) // the invitation is accepted
	wantError(t, err, store.ErrNotFound)
	equal(t, "user", must[people.User](t)(s.People.UserByIdentity(ctx, testIssuer, "1")), ann)
	equal(t, "list", must[[]people.Identity](t)(s.People.Identities(ctx, ann.UserID))[0],
		people.Identity{Issuer: testIssuer, Subject: "1", LinkedOn: f.clock.Now()})
	for _, wrong := range [][2]string{{testIssuer, "2"}, {"https://id.example.com", "1"}, {testIssuer, "1\x00"}, {"\xff", "1"}, {"", ""}} {
		_, err = s.People.UserByIdentity(ctx, wrong[0], wrong[1])
		wantError(t, err, store.ErrNotFound)
	}

	// A subject is one user, and a user one subject of an issuer.
	_, err = s.People.LinkIdentity(ctx, bob.UserID, testIssuer, "1")
	wantError(t, err, people.ErrIdentityTaken)
	_, err = s.People.LinkIdentity(ctx, ann.UserID, testIssuer, "2")
	wantError(t, err, people.ErrIdentityTaken)
	must[people.User](t)(s.People.LinkIdentity(ctx, ann.UserID, "https://other.example.com", "2"))
	_, err = s.People.LinkIdentity(ctx, bob.UserID+1, testIssuer, "3")
	wantError(t, err, store.ErrNotFound)
	noError(t, s.People.DisableUser(ctx, bob.UserID))
	_, err = s.People.LinkIdentity(ctx, bob.UserID, testIssuer, "3")
	wantError(t, err, store.ErrNotFound)
	_, err = s.People.LinkIdentity(ctx, ann.UserID, testIssuer, "\xff")
	wantError(t, err, store.ErrNotFound)
	equal(t, "Bob has none", must[people.User](t)(s.People.User(ctx, bob.UserID)).HasIdentity, false)

	// Removing ends the sessions but the one that removes.
	kept, keptToken := session(t, s, ann)
	_, ended := session(t, s, ann)
	noError(t, s.People.UnlinkIdentities(ctx, ann.UserID, kept.SessionID))
	_, _, err = s.People.SessionOf(ctx, keptToken)
	noError(t, err)
	_, _, err = s.People.SessionOf(ctx, ended)
	wantError(t, err, store.ErrNotFound)
	_, err = s.People.UserByIdentity(ctx, testIssuer, "1")
	wantError(t, err, store.ErrNotFound)
	wantError(t, s.People.UnlinkIdentities(ctx, ann.UserID, 0), store.ErrNotFound)
	wantError(t, s.People.UnlinkIdentities(ctx, bob.UserID+1, 0), store.ErrNotFound)
	equal(t, "user without identities", must[people.User](t)(s.People.User(ctx, ann.UserID)).HasIdentity, false)
	must[people.User](t)(s.People.LinkIdentity(ctx, ann.UserID, testIssuer, "2"))

	got := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectUser, Subject: fmt.Sprint(ann.UserID)})
	for _, want := range []string{
		`command:ann@depot link-identity user/1  -> {"issuer":"https://id.example.com/","subject":"1"}`,
		`command:ann@depot unlink-identity user/1 {"issuer":"https://id.example.com/","subject":"1"} -> `,
		`command:ann@depot unlink-identity user/1 {"issuer":"https://other.example.com","subject":"2"} -> `,
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("the log misses %s in\n%s", want, got)
		}
	}
	equal(t, "links in the log", strings.Count(got, " link-identity "), 3)
}

func TestProviderSignIns(t *testing.T) { onEachEngine(t, testProviderSignIns) }

func testProviderSignIns(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	first := must[string](t)(s.People.StartProviderSignIn(ctx, "/console/me", time.Minute))
	second := must[string](t)(s.People.StartProviderSignIn(ctx, "/console/", time.Minute))
	equal(t, "next", must[string](t)(s.People.EndProviderSignIn(ctx, first)), "/console/me")
	for _, wrong := range []string{first, "", second + "0", strings.ToLower(second), "\x00\xff"} {
		_, err := s.People.EndProviderSignIn(ctx, wrong)
		wantError(t, err, store.ErrNotFound)
	}
	f.clock.Advance(time.Minute)
	_, err := s.People.EndProviderSignIn(ctx, second)
	wantError(t, err, store.ErrNotFound)
	third := must[string](t)(s.People.StartProviderSignIn(ctx, "/console/", time.Minute))
	equal(t, "rows", f.count(t, `SELECT count(*) FROM provider_sign_ins`), 1)

	var group sync.WaitGroup
	var won atomic.Int32
	for range 6 {
		group.Go(func() {
			if _, err := s.People.EndProviderSignIn(ctx, third); err == nil {
				won.Add(1)
			} else if !errors.Is(err, store.ErrNotFound) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	equal(t, "winners", won.Load(), 1)
}
