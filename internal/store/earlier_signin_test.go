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

// TestTheLeastRecentlyUsedSessionEnds: of too many sessions of a user, whenever they began.
func TestTheLeastRecentlyUsedSessionEnds(t *testing.T) {
	onEachEngine(t, testTheLeastRecentlyUsedSessionEnds)
}

func testTheLeastRecentlyUsedSessionEnds(t *testing.T, f *fixture) {
	const most = 50
	s, ctx := f.open(t), t.Context()
	ann := user(t, s, "ann@example.com")
	begin := func(n int) {
		for range n {
			f.clock.Advance(time.Second)
			session(t, s, ann)
		}
	}
	oldest, token := session(t, s, ann)
	begin(most - 2)
	f.clock.Advance(time.Minute)
	again := f.open(t)
	_, _, err := again.People.SessionOf(ctx, token)
	noError(t, err)
	noError(t, again.DB.Close()) // waits for the note of its use
	begin(3)
	_, _, err = s.People.SessionOf(ctx, token)
	noError(t, err)
	all := must[[]people.Session](t)(s.People.Sessions(ctx, ann.UserID))
	equal(t, "sessions", len(all), most)
	equal(t, "the oldest is the last but three", all[3].SessionID, oldest.SessionID)
}
