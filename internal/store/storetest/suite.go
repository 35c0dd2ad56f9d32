package storetest

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/test/database"
)

// suite is every test, each on an empty database of its own.
var suite = []struct {
	name string
	test func(*testing.T, *fixture)
}{
	{"MigrateTwice", testMigrateTwice},
	{"MigrateAtOnce", testMigrateAtOnce},
	{"MigrateRefusesNewer", testMigrateRefusesNewer},
	{"MigrateAcceptsNext", testMigrateAcceptsNext},
	{"MigrateComparesChecksums", testMigrateComparesChecksums},
	{"MigrateRefusesUnreleased", testMigrateRefusesUnreleased},
	{"SecretsStay", testSecretsStay},
	{"Copy", testCopy},
	{"SkipOrderIDs", testSkipOrderIDs},
	{"Accounts", testAccounts},
	{"UpdateAccount", testUpdateAccount},
	{"Prefixes", testPrefixes},
	{"Batches", testBatches},
	{"Neighbours", testNeighbours},
	{"KeyLife", testKeyLife},
	{"KeyScopes", testKeyScopes},
	{"KeySecretIsNotKept", testKeySecretIsNotKept},
	{"KeyNames", testKeyNames},
	{"WrongKeys", testWrongKeys},
	{"KeysOfKeys", testKeysOfKeys},
	{"AccountLocale", testAccountLocale},
	{"ImportKey", testImportKey},
	{"LastUseOnceAMinute", testLastUseOnceAMinute},
	{"RevokedElsewhere", testRevokedElsewhere},
	{"ClockSetBack", testClockSetBack},
	{"EnvironmentMark", testEnvironmentMark},
	{"EnvironmentSet", testEnvironmentSet},
	{"Services", testServices},
	{"Books", testBooks},
	{"SearchOfBooks", testSearchOfBooks},
	{"AuditOfOrders", testAuditOfOrders},
	{"AuditOfCreates", testAuditOfCreates},
	{"AuditOfImports", testAuditOfImports},
	{"OrderDeliveries", testOrderDeliveries},
	{"Customs", testCustoms},
	{"LabelSettings", testLabelSettings},
	{"LabelSettingsElsewhere", testLabelSettingsElsewhere},
	{"Rules", testRules},
	{"RulesElsewhere", testRulesElsewhere},
	{"RulesAtOnce", testRulesAtOnce},
	{"Rates", testRates},
	{"HSCodes", testHSCodes},
	{"AuditPages", testAuditPages},
	{"AuditOfAccounts", testAuditOfAccounts},
	{"AuditOfPartnersAndServices", testAuditOfPartnersAndServices},
	{"AuditOfEndpoints", testAuditOfEndpoints},
	{"Facts", testFacts},
	{"CountsOfAccounts", testCountsOfAccounts},
	{"FailingEndpoints", testFailingEndpoints},
	{"Glance", testGlance},
	{"Edit", testEdit},
	{"Notes", testNotes},
	{"Tags", testTags},
	{"Handovers", testHandovers},
	{"Packing", testPacking},
	{"Use", testUse},
	{"PrintJobs", testPrintJobs},
	{"RequestLog", testRequestLog},
	{"RequestWriter", testRequestWriter},
	{"HandoverIsCarriedOnce", testHandoverIsCarriedOnce},
	{"TagLimits", testTagLimits},
	{"TagFilter", testTagFilter},
	{"EditRefused", testEditRefused},
	{"EditBeforeSubmission", testEditBeforeSubmission},
	{"EditAfterRefusal", testEditAfterRefusal},
	{"EditAfterFailure", testEditAfterFailure},
	{"Replace", testReplace},
	{"ReplacesAtOnce", testReplacesAtOnce},
	{"EditsAtOnce", testEditsAtOnce},
	{"PrintsAtOnce", testPrintsAtOnce},
	{"Hold", testHold},
	{"HoldRefused", testHoldRefused},
	{"HoldOfSubmissions", testHoldOfSubmissions},
	{"HoldAndEdit", testHoldAndEdit},
	{"HoldEnds", testHoldEnds},
	{"HeldAtCreate", testHeldAtCreate},
	{"HoldFilter", testHoldFilter},
	{"HoldsAtOnce", testHoldsAtOnce},
	{"AuditOfRetries", testAuditOfRetries},
	{"AuditAllOrNothing", testAuditAllOrNothing},
	{"SeedDemo", testSeedDemo},
	{"SeedDemoAtOnce", testSeedDemoAtOnce},
	{"Users", testUsers},
	{"CreateUserAtOnce", testCreateUserAtOnce},
	{"Identities", testIdentities},
	{"ProviderSignIns", testProviderSignIns},
	{"Memberships", testMemberships},
	{"Invitations", testInvitations},
	{"Passwords", testPasswords},
	{"DisabledUser", testDisabledUser},
	{"Links", testLinks},
	{"LinksEnd", testLinksEnd},
	{"Sessions", testSessions},
	{"SessionsEnd", testSessionsEnd},
	{"TokensAreNotKept", testTokensAreNotKept},
	{"DemoOperator", testDemoOperator},
	{"Passkeys", testPasskeys},
	{"RecoveryCodes", testRecoveryCodes},
	{"PasskeySignIn", testPasskeySignIn},
	{"ChallengeAtOnce", testChallengeAtOnce},
	{"PasskeysEnd", testPasskeysEnd},
	{"Clock", testClock},
	{"ClosedIsUnavailable", testClosedIsUnavailable},

	{"CreateKeepsEveryField", testCreateKeepsEveryField},
	{"OrderFields", testOrderFields},
	{"CreateIssues", testCreateIssues},
	{"CreateAllOrNothing", testCreateAllOrNothing},
	{"CreateTakenInOneGroup", testCreateTakenInOneGroup},
	{"CreateRefusesIssuedForm", testCreateRefusesIssuedForm},
	{"PrefixOrSupplied", testPrefixOrSupplied},
	{"CreateAtOnce", testCreateAtOnce},
	{"CreateRefusesNonsense", testCreateRefusesNonsense},
	{"CreateAfterEndOfContext", testCreateAfterEndOfContext},
	{"ForwardOrders", testForwardOrders},
	{"OrderByTrackingNo", testOrderByTrackingNo},
	{"RevokeAddresses", testRevokeAddresses},
	{"BatchOrders", testBatchOrders},
	{"OrdersThatNeedPeople", testOrdersThatNeedPeople},
	{"EachNewest", testEachNewest},
	{"Meter", testMeter},

	{"ListFilters", testListFilters},
	{"ListCounts", testListCounts},
	{"ListPages", testListPages},
	{"ListStates", testListStates},
	{"ListItems", testListItems},
	{"ListHostileText", testListHostileText},
	{"CursorWhileOrdersArrive", testCursorWhileOrdersArrive},
	{"Browse", testBrowse},
	{"BrowseSorted", testBrowseSorted},
	{"Search", testSearch},
	{"SearchPages", testSearchPages},
	{"Warnings", testWarnings},
	{"SearchLateCommit", testSearchLateCommit},
	{"SearchPartnersNumber", testSearchPartnersNumber},
	{"SearchOlder", testSearchOlder},
	{"SearchAtOnce", testSearchAtOnce},

	{"AnswerReplay", testAnswerReplay},
	{"AnswerLater", testAnswerLater},
	{"AnswerForgotten", testAnswerForgotten},
	{"AnswerOnceForAll", testAnswerOnceForAll},

	{"TrackingMoves", testTrackingMoves},
	{"TrackingRepeats", testTrackingRepeats},
	{"TrackingTimes", testTrackingTimes},
	{"TrackingEvents", testTrackingEvents},
	{"TrackingAtOnce", testTrackingAtOnce},
	{"TrackOrders", testTrackOrders},
	{"TrackRelated", testTrackRelated},

	{"CancelInHouse", testCancelInHouse},
	{"CancelBeforeSubmission", testCancelBeforeSubmission},
	{"CancelSubmitted", testCancelSubmitted},
	{"CancelKept", testCancelKept},
	{"CancelWhileUnknown", testCancelWhileUnknown},
	{"CancelDuringAttempt", testCancelDuringAttempt},
	{"CancelledByPartner", testCancelledByPartner},
	{"CancellationFilters", testCancellationFilters},
	{"RetryCancellation", testRetryCancellation},
	{"RetryCancellationWhileUnknown", testRetryCancellationWhileUnknown},
	{"CancelAtOnce", testCancelAtOnce},

	{"Proofs", testProofs},

	{"Imports", testImports},
	{"ImportLeases", testImportLeases},
	{"ImportGroupAtOnce", testImportGroupAtOnce},
	{"ImportLimits", testImportLimits},
	{"PurgeImports", testPurgeImports},
	{"ImportFinished", testImportFinished},
	{"ImportReferences", testImportReferences},
	{"ImportMappings", testImportMappings},
	{"ImportCorrections", testImportCorrections},
	{"ImportFingerprints", testImportFingerprints},

	{"Journey", testJourney},
	{"JourneyEndsWithTheOrder", testJourneyEndsWithTheOrder},
	{"JourneysAtOnce", testJourneysAtOnce},

	{"SubmissionBorn", testSubmissionBorn},
	{"SubmissionOutcomes", testSubmissionOutcomes},
	{"SubmissionRetries", testSubmissionRetries},
	{"SubmissionLease", testSubmissionLease},
	{"ClaimsDoNotOverlap", testClaimsDoNotOverlap},
	{"RowsOfTwoProcesses", testRowsOfTwoProcesses},
	{"EndLeases", testEndLeases},
	{"Partners", testPartners},
	{"PartnerSecrets", testPartnerSecrets},
	{"UpdatePartner", testUpdatePartner},
	{"SettingsAreChecked", testSettingsAreChecked},
	{"Callbacks", testCallbacks},
	{"CallbackLabels", testCallbackLabels},
	{"CallbackNumbers", testCallbackNumbers},
	{"CallbackTracking", testCallbackTracking},
	{"PartnerLabelLeasedFromStart", testPartnerLabelLeasedFromStart},
	{"Stats", testStats},
	{"Obstacles", testObstacles},
	{"PartnerLabelRetries", testPartnerLabelRetries},
	{"RefusedLabels", testRefusedLabels},
	{"PartnerLabelOfCancelled", testPartnerLabelOfCancelled},
	{"DecidedCancellations", testDecidedCancellations},
	{"SubmissionHistory", testSubmissionHistory},
	{"SubmissionFilters", testSubmissionFilters},
	{"RetrySubmission", testRetrySubmission},
	{"ResolveSubmission", testResolveSubmission},
	{"PurgeHistories", testPurgeHistories},

	{"EndpointLife", testEndpointLife},
	{"EndpointSecrets", testEndpointSecrets},
	{"EventsOfCreates", testEventsOfCreates},
	{"EventsOfOutcomes", testEventsOfOutcomes},
	{"EventsWithoutDelivery", testEventsWithoutDelivery},
	{"EventPages", testEventPages},
	{"PurgeEvents", testPurgeEvents},
	{"DeliveryInOrder", testDeliveryInOrder},
	{"DeliveryAfterGivenUp", testDeliveryAfterGivenUp},
	{"DeliveryUnsent", testDeliveryUnsent},
	{"DeliveriesByCursor", testDeliveriesByCursor},
	{"TestDelivery", testTestDelivery},
	{"DeliveryLease", testDeliveryLease},
	{"DeliveryDisables", testDeliveryDisables},
	{"DisabledEvent", testDisabledEvent},
	{"DisabledInOrder", testDisabledInOrder},
	{"DisabledIsKept", testDisabledIsKept},
	{"DisabledIDs", testDisabledIDs},
	{"DisabledWithItsEvent", testDisabledWithItsEvent},
	{"DisabledAtOnce", testDisabledAtOnce},
	{"DeliveriesAtOnce", testDeliveriesAtOnce},
	{"DeliveriesDue", testDeliveriesDue},
	{"Replay", testReplay},
}

// RunAll runs the suite on an engine. newDatabase makes a database without rows that goes with
// the test, and returns its URL: SQLite or Postgres.
func RunAll(t *testing.T, newDatabase func(testing.TB) string) {
	for _, c := range suite {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, &fixture{url: newDatabase(t), clock: newClock()})
		})
	}
}

// fixture is a test's database and the time there.
type fixture struct {
	url   string
	clock *clock
}

// open opens one more store on the database.
func (f *fixture) open(t *testing.T) *store.Store {
	t.Helper()
	return Open(t, f.options())
}

// empty has the fixture use a database without tables.
func (f *fixture) empty(t *testing.T) {
	t.Helper()
	if !strings.HasPrefix(f.url, "sqlite:") { // the file does not exist yet
		f.url = database.Postgres(t)
	}
}

func (f *fixture) options() store.Options {
	return store.Options{URL: f.url, Now: f.clock.Now, Elapsed: f.clock.Elapsed}
}

// clock is a clock that only Advance and Set move.
type clock struct {
	mu      sync.Mutex
	now     time.Time
	elapsed time.Duration
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 2, 3, 4, 5, 6, 789012000, time.UTC)}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Elapsed is how far the clock has advanced, however it was set.
func (c *clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elapsed
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.elapsed = c.now.Add(d), c.elapsed+d
}

// Set sets the time of day, as an operator or NTP does: no time passes.
func (c *clock) Set(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// must is for calls whose failure ends the test.
func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error is %v, want %v", err, want)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}
