package store_test

import (
	"testing"
	"time"

	"waybill/internal/store/people"
)

// TestSessionsOfAnEarlierSignIn: who signed in at the identity provider some days ago has a session that is in use from now on, and is as
// old as that sign-in.
func TestSessionsOfAnEarlierSignIn(t *testing.T) { onEachEngine(t, testSessionsOfAnEarlierSignIn) }

func testSessionsOfAnEarlierSignIn(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	ann := user(t, s, "ann@example.com")
	byPassword, _ := session(t, s, ann)
	f.clock.Advance(people.SessionIdle - time.Minute)
	for _, ago := range []time.Duration{time.Hour, people.SessionIdle, people.SessionLife, -time.Minute} {
		now := f.clock.Now()
		made, token, err := s.People.CreateSession(ctx, ann, "identity provider", "", "", now.Add(-ago))
		noError(t, err)
		found, u, err := s.People.SessionOf(ctx, token)
		noError(t, err)
		equal(t, "session", found, made)
		equal(t, "created", found.CreatedOn, now.Add(-max(0, ago)))
		equal(t, "last use", found.LastUsedOn, now)
		equal(t, "end", found.ExpiresOn, now.Add(people.SessionLife))
		equal(t, "last sign-in of the user", u.LastSignInOn, now)
		f.clock.Advance(time.Second)
	}
	// What has ended is deleted by the clock, and not by the time of the earlier sign-in.
	f.clock.Advance(time.Minute)
	_, _, err := s.People.CreateSession(ctx, ann, "identity provider", "", "", f.clock.Now().Add(-time.Hour))
	noError(t, err)
	equal(t, "rows of the session that has ended", f.count(t, `SELECT count(*) FROM sessions WHERE session_id = $1`, byPassword.SessionID), 0)
}
