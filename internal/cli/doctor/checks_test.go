package doctor

import (
	"context"
	"strings"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/inforce"
	"waybill/internal/rules"
	"waybill/internal/sanctions"
	"waybill/internal/store/engine"
)

func TestJudgeDiskSpace(t *testing.T) {
	t.Parallel()
	for free, want := range map[uint64]string{
		0:         resultFailed,
		199 << 20: resultFailed,
		200 << 20: resultWarning,
		2<<30 - 1: resultWarning,
		2 << 30:   resultOK,
	} {
		if got := judgeDiskSpace(free); got.Result != want || (got.Fix == "") != (want == resultOK) {
			t.Errorf("%d bytes: %+v, want %s", free, got, want)
		}
	}
}

func TestJudgeClock(t *testing.T) {
	t.Parallel()
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	cases := []struct {
		name          string
		built, theirs time.Time
		want          string
	}{
		{"right", now.Add(-time.Hour), now, resultOK},
		{"before the build", now.Add(time.Second), now, resultFailed},
		{"a little off", now, now.Add(-2 * time.Second), resultOK},
		{"a slow answer", now, now.Add(9 * time.Second), resultOK},
		{"database ahead", now, now.Add(13 * time.Second), resultFailed},
		{"database behind", now, now.Add(-3 * time.Second), resultFailed},
	}
	for _, c := range cases {
		if got := judgeClock(now, now.Add(10*time.Second), c.built, c.theirs); got.Result != c.want || (got.Fix == "") != (c.want == resultOK) {
			t.Errorf("%s: %+v, want %s", c.name, got, c.want)
		}
	}
}

func TestJudgeOpenFiles(t *testing.T) {
	t.Parallel()
	needed := uint64(admission.NewPlan(admission.DefaultMemory, 1<<30, api.DrawingNeeds(2)).OpenFiles)
	for limit, want := range map[uint64]string{255: resultFailed, 256: resultWarning, needed - 1: resultWarning, needed: resultOK} {
		if got := judgeFiles(limit, admission.NewPlan(admission.DefaultMemory, limit, api.DrawingNeeds(2))); got.Result != want ||
			(got.Fix == "") != (want == resultOK) {
			t.Errorf("%d files: %+v, want %s", limit, got, want)
		}
	}
}

func TestJudgeMemory(t *testing.T) {
	t.Parallel()
	for memory, want := range map[int64]string{config.LeastMemory - 1: resultWarning, config.LeastMemory: resultOK} {
		if got := judgeMemory(admission.NewPlan(memory, 1<<30, api.DrawingNeeds(2)), "a test"); got.Result != want ||
			(got.Fix == "") != (want == resultOK) {
			t.Errorf("%d bytes: %+v, want %s", memory, got, want)
		}
	}
}

// TestJudgePostgres has one thing wrong at a time.
func TestJudgePostgres(t *testing.T) {
	t.Parallel()
	sound := engine.PostgresSetup{SynchronousCommit: "on", Fsync: true, FullPageWrites: true, ConnectionLimit: 18, Pooler: engine.NoPooler}
	for name, c := range map[string]struct {
		change func(*engine.PostgresSetup)
		check  func(context.Context, target) finding
		want   string
	}{
		"sound":          {func(*engine.PostgresSetup) {}, checkDurability, resultOK},
		"primary":        {func(*engine.PostgresSetup) {}, checkWritable, resultOK},
		"standby":        {func(s *engine.PostgresSetup) { s.Standby, s.ReadOnly = true, true }, checkWritable, resultFailed},
		"read-only":      {func(s *engine.PostgresSetup) { s.ReadOnly = true }, checkWritable, resultFailed},
		"asynchronous":   {func(s *engine.PostgresSetup) { s.SynchronousCommit = "off" }, checkDurability, resultFailed},
		"no fsync":       {func(s *engine.PostgresSetup) { s.Fsync = false }, checkDurability, resultFailed},
		"torn pages":     {func(s *engine.PostgresSetup) { s.FullPageWrites = false }, checkDurability, resultFailed},
		"local":          {func(s *engine.PostgresSetup) { s.SynchronousCommit, s.Standbys = "local", "" }, checkDurability, resultOK},
		"local, standby": {func(s *engine.PostgresSetup) { s.SynchronousCommit, s.Standbys = "local", "*" }, checkDurability, resultWarning},
		"enough":         {func(*engine.PostgresSetup) {}, checkConnections, resultOK},
		"too few":        {func(s *engine.PostgresSetup) { s.ConnectionLimit = 17 }, checkConnections, resultFailed},
		"too few left":   {func(s *engine.PostgresSetup) { s.OtherConnections = 1 }, checkConnections, resultWarning},
		"direct":         {func(*engine.PostgresSetup) {}, checkPooler, resultOK},
		"by session":     {func(s *engine.PostgresSetup) { s.Pooler = engine.SessionPooler }, checkPooler, resultOK},
		"by transaction": {func(s *engine.PostgresSetup) { s.Pooler = engine.TransactionPooler }, checkPooler, resultOK},
		"starved":        {func(s *engine.PostgresSetup) { s.Pooler = engine.UnknownPooler }, checkPooler, resultWarning},
	} {
		setup := sound
		c.change(&setup)
		got := c.check(t.Context(), target{config: config.Config{DatabaseConnections: 18}, setup: &setup})
		if got.Result != c.want || (got.Fix == "") != (c.want == resultOK) {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
}

// TestJudgeRules: a rule whose source is to be read again is named from that day on, unless it is off.
func TestJudgeRules(t *testing.T) {
	t.Parallel()
	entry := func(id, review string, disabled bool) inforce.Entry {
		return inforce.Entry{Rule: rules.Rule{ID: id, ReviewOn: review, Disabled: disabled}}
	}
	entries := []inforce.Entry{entry("a", "", false), entry("b", "2026-11-26", false), entry("c", "2026-11-25", true)}
	for day, want := range map[int]string{25: resultOK, 26: resultWarning} {
		got := judgeRules(entries, nil, time.Date(2026, time.November, day, 0, 0, 0, 0, time.UTC))
		named := strings.Contains(got.Found, "b since 2026-11-26") && !strings.Contains(got.Found, "c since")
		if got.Result != want || named != (want == resultWarning) {
			t.Errorf("on %d November: %+v", day, got)
		}
	}
}

// TestJudgeRates: rates are missed if a rule of the operator uses them, and old ones if any rule does.
func TestJudgeRates(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 25, 23, 0, 0, 0, time.UTC)
	entry := func(id, when string, origin inforce.Origin) inforce.Entry {
		return inforce.Entry{RuleID: id, Rule: rules.Rule{ID: id, When: when}, Origin: origin}
	}
	builtIn := entry("base", `order.value("EUR") > 150.0`, inforce.BuiltIn)
	own := entry("own", `order.value("EUR") > 150.0`, inforce.Operator)
	off, other := own, entry("other", "order.weight > 1", inforce.Operator)
	off.Rule.Disabled = true
	fresh, old := &rules.Rates{Day: "2026-11-18"}, &rules.Rates{Day: "2026-11-17"}
	for _, c := range []struct {
		rates   *rules.Rates
		entries []inforce.Entry
		want    string // in what is found; "": nothing
	}{
		{nil, []inforce.Entry{builtIn, off, other}, ""},
		{nil, []inforce.Entry{builtIn, own}, "no exchange rates are loaded for own"},
		{fresh, []inforce.Entry{builtIn, own}, ""},
		{old, []inforce.Entry{off, other}, ""},
		{old, []inforce.Entry{builtIn, own}, "exchange rates of 2026-11-17 are used by base, own"},
	} {
		got := judgeRules(c.entries, c.rates, now)
		if (got.Result == resultOK) != (c.want == "") || !strings.Contains(got.Found, c.want) {
			t.Errorf("%+v, want %q", got, c.want)
		}
	}
}

// TestJudgeSanctions: a list is old after 90 days, and nobody must have one.
func TestJudgeSanctions(t *testing.T) {
	t.Parallel()
	lists := []sanctions.Head{{List: "eu", Day: "2026-11-27"}, {List: "un", Day: "2026-08-27"}}
	for day, want := range map[int]finding{
		25: ok("eu of 2026-11-27, un of 2026-08-27"),
		26: warning("load today's lists by `waybill sanctions load`", "older than 90 days: un of 2026-08-27"),
	} {
		if got := judgeSanctions(lists, time.Date(2026, time.November, day, 0, 0, 0, 0, time.UTC)); got != want {
			t.Errorf("on %d November: %+v, want %+v", day, got, want)
		}
	}
	if got := judgeSanctions(nil, time.Now()); got != (finding{}) {
		t.Errorf("no lists: %+v", got)
	}
}

func TestJudgeEasyPost(t *testing.T) {
	t.Parallel()
	const set, noSecret = "set WAYBILL_EASYPOST_API_KEY to a production key", "set WAYBILL_EASYPOST_WEBHOOK_SECRET"
	for _, c := range []struct {
		environment config.Environment
		key, secret string
		want        finding
	}{
		{config.Development, "EZTKx", "s", ok("test mode")},
		{config.Development, "EZAKx", "s", ok("production")},
		{config.Production, "EZAKx", "s", ok("production")},
		{config.Production, "EZAKx", "", warning(noSecret, "production; without a webhook secret, no tracking arrives")},
		{config.Production, "EZTKx", "s", warning(set, "test mode, in which no parcel is shipped")},
		{
			config.Production, "EZTKx", "",
			warning(set+"; "+noSecret, "test mode, in which no parcel is shipped; without a webhook secret, no tracking arrives"),
		},
	} {
		got := judgeEasyPost(config.Config{Environment: c.environment, EasyPostAPIKey: c.key, EasyPostWebhookSecret: c.secret}, nil)
		if got != c.want {
			t.Errorf("%s, key %s, secret %q: %+v, want %+v", c.environment, c.key, c.secret, got, c.want)
		}
	}
}
