package users

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"waybill/internal/store/people"
)

// TestTheThreatModelHasTheLimits keeps the page's table of limits equal to the code.
func TestTheThreatModelHasTheLimits(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/threat-model.md")
	if err != nil {
		t.Fatal(err)
	}
	const day = 24
	for _, row := range []string{
		fmt.Sprintf("| failed attempts of an address to sign in | %d, then one each %.0f seconds |", budgets[failsOfAddress].burst,
			budgets[failsOfAddress].every.Seconds()),
		fmt.Sprintf("| %d, then one each %.0f seconds; %d, then one each %.0f seconds |",
			budgets[failsOfSite].burst, budgets[failsOfSite].every.Seconds(), budgets[failsOfBlock].burst,
			budgets[failsOfBlock].every.Seconds()),
		fmt.Sprintf("| sign-ins of an address that begin at the identity provider | %d, then one each second |",
			budgets[starts].burst/int(budgets[starts].every.Seconds())),
		fmt.Sprintf("| failed attempts at a user, known or not | %d, then one each minute |",
			budgets[failsOfUser].burst/int(budgets[failsOfUser].every.Minutes())),
		fmt.Sprintf("| failed attempts and lock-outs of a user in the logs | %d of each, then one each hour |", budgets[namedFails].burst),
		fmt.Sprintf("| invitations of an account that meet a user who exists | %d, then one each hour;", budgets[invites].burst),
		fmt.Sprintf("| passwords that are hashed at once | one for every two cores, %d MiB each,", PasswordMemory>>20),
		fmt.Sprintf("| a password | %d to %d characters; none of %s common ones |", MinPassword, MaxPassword, "423,543"),
		fmt.Sprintf("| a link | used once; %.0f days for an invitation, %.0f day for a reset |",
			ValidFor(people.LinkInvite).Hours()/day, ValidFor(people.LinkReset).Hours()/day),
		fmt.Sprintf("| a session | %.0f hours without use, %.0f days in all,", people.SessionIdle.Hours(), people.SessionLife.Hours()/day),
	} {
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/threat-model.md does not have %q", row)
		}
	}
}

// TestSignInsThatBegin are limited by address, however they end.
func TestSignInsThatBegin(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	s := newSignIn(nil, nil, func() time.Time { return now })
	here, there := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	for n := range budgets[starts].burst {
		if err := s.Start(here); err != nil {
			t.Fatalf("%d: %v", n, err)
		}
	}
	if _, ok := errors.AsType[*TooManyError](s.Start(here)); !ok {
		t.Error("one too many begins")
	}
	if err := errors.Join(s.Start(there), s.Start(netip.Addr{})); err != nil {
		t.Errorf("another address, and one that is exempt: %v", err)
	}
	now = now.Add(budgets[starts].every)
	if err := s.Start(here); err != nil {
		t.Errorf("later: %v", err)
	}
}
