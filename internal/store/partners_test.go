package store_test

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func TestPartners(t *testing.T) { onEachEngine(t, testPartners) }

func testPartners(t *testing.T, f *fixture) {
	s := f.open(t)
	want := masterdata.Partner{
		Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 4, CallTimeout: 1500 * time.Millisecond,
		PrivateNetwork: true, CreatedOn: f.clock.Now(),
	}
	created, secret, err := s.MasterData.CreatePartner(t.Context(), want)
	noError(t, err)
	equal(t, "created", created, want)
	equal(t, "shape of the secret", strings.HasPrefix(secret, "wbp_") && len(secret) == 56, true)
	_, _, err = s.MasterData.CreatePartner(t.Context(), want)
	wantError(t, err, store.ErrNameTaken)
	same(t, "secrets", must[[]string](t)(s.MasterData.PartnerSecrets(t.Context(), "acme")), []string{secret})
	equal(t, "partner", must[[]masterdata.Partner](t)(s.MasterData.Partners(t.Context()))[0], want)

	noError(t, s.MasterData.DisablePartner(t.Context(), "acme"))
	want.DisabledOn = f.clock.Now()
	f.clock.Advance(time.Hour)
	noError(t, s.MasterData.DisablePartner(t.Context(), "acme"))
	equal(t, "disabled", must[[]masterdata.Partner](t)(s.MasterData.Partners(t.Context()))[0], want)
	_, err = s.MasterData.PartnerSecrets(t.Context(), "acme")
	wantError(t, err, store.ErrNotFound)
	noError(t, s.MasterData.EnablePartner(t.Context(), "acme"))
	same(t, "secrets again", must[[]string](t)(s.MasterData.PartnerSecrets(t.Context(), "acme")), []string{secret})
	wantError(t, s.MasterData.EnablePartner(t.Context(), "nobody"), store.ErrNotFound)
	wantError(t, s.MasterData.DisablePartner(t.Context(), "nobody"), store.ErrNotFound)
}

func TestPartnerSecrets(t *testing.T) { onEachEngine(t, testPartnerSecrets) }

func testPartnerSecrets(t *testing.T, f *fixture) {
	s := f.open(t)
	partner, first, err := s.MasterData.CreatePartner(t.Context(),
		masterdata.Partner{Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 4, CallTimeout: time.Second})
	noError(t, err)
	secrets := func(want ...string) {
		t.Helper()
		same(t, "secrets", must[[]string](t)(s.MasterData.PartnerSecrets(t.Context(), "acme")), want)
	}
	rotated, second, err := s.MasterData.RotatePartnerSecret(t.Context(), "acme", time.Hour)
	noError(t, err)
	partner.OldSecretUntil = f.clock.Now().Add(time.Hour)
	equal(t, "rotated", rotated, partner)
	equal(t, "shape of the secret", strings.HasPrefix(second, "wbp_") && len(second) == 56 && second != first, true)
	secrets(second, first)
	f.clock.Advance(time.Hour - time.Second)
	secrets(second, first)
	f.clock.Advance(time.Second)
	secrets(second)

	_, third, err := s.MasterData.RotatePartnerSecret(t.Context(), "acme", time.Hour)
	noError(t, err)
	secrets(third, second)
	_, fourth, err := s.MasterData.RotatePartnerSecret(t.Context(), "acme", 0) // the third was stolen
	noError(t, err)
	secrets(fourth)
	_, _, err = s.MasterData.RotatePartnerSecret(t.Context(), "nobody", time.Hour)
	wantError(t, err, store.ErrNotFound)
}

// accepted is a report that the partner has an order.
func accepted(trackingNo, hawbNo string) store.CallbackReport {
	return store.CallbackReport{PartnerReport: shipment.PartnerReport{TrackingNo: trackingNo, HAWBNo: hawbNo}}
}

func TestCallbacks(t *testing.T) { onEachEngine(t, testCallbacks) }

func testCallbacks(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	all := submit(t, s, k, 3)
	waiting, failed, lost := all[0], all[1], all[2]
	end(t, s, failed, store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused", Message: "No."})
	leased := claim(t, s, "me", 2)
	slices.SortFunc(leased, func(a, b store.Submission) int { return cmp.Compare(a.OrderID, b.OrderID) })
	for i := range leased {
		noError(t, s.Ledger.StartAttempt(t.Context(), &leased[i], time.Minute))
	}

	f.clock.Advance(time.Second)
	take := func(partner, nonce string, reports ...store.CallbackReport) []store.ReportOutcome {
		t.Helper()
		return must[[]store.ReportOutcome](t)(s.Ledger.RecordCallback(t.Context(),
			store.Callback{Partner: partner, Nonce: nonce, Reports: reports}))
	}
	reports := []store.CallbackReport{
		accepted(waiting.TrackingNo, "H-1"),
		accepted(failed.TrackingNo, ""),
		accepted("UNKNOWN", ""),
		accepted(lost.TrackingNo, "H-3"),
	}
	same(
		t,
		"another partner's orders",
		take("q", "1", reports...),
		[]store.ReportOutcome{store.ReportUnknown, store.ReportUnknown, store.ReportUnknown, store.ReportUnknown},
	)
	same(
		t,
		"outcomes",
		take("p", "1", reports...),
		[]store.ReportOutcome{store.ReportTaken, store.ReportTaken, store.ReportUnknown, store.ReportTaken},
	)
	want := waiting
	want.HAWBNo, want.StatusCode, want.HasLabel, want.UpdatedOn = "H-1", shipment.StatusSubmitted, true, f.clock.Now()
	same(t, "order that was under way", stored(t, s, waiting.TrackingNo), want)
	equal(t, "order that had failed", stored(t, s, failed.TrackingNo).StatusCode, shipment.StatusSubmitted)
	history := must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID, failed.OrderID))
	equal(t, "last line of the history", history[len(history)-1].Kind, store.AttemptReport)

	// The answer to the attempt, late or lost, only completes the history.
	made := func(outcome string) []store.Attempt {
		return []store.Attempt{{Kind: store.AttemptSubmit, StartedOn: f.clock.Now(), EndedOn: f.clock.Now(), Outcome: outcome}}
	}
	err := s.Ledger.RecordOutcome(t.Context(), leased[1], store.Outcome{State: store.SubmissionUnknown, Attempts: made("unknown")})
	wantError(t, err, store.ErrLeaseLost)
	equal(t, "number of the order whose answer is lost", stored(t, s, lost.TrackingNo).HAWBNo, "H-3")
	history = must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID, lost.OrderID))
	equal(t, "outcome of the attempt whose answer is lost", history[0].Outcome, "unknown")
	noError(
		t,
		s.Ledger.RecordOutcome(t.Context(), leased[0],
			store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H-0", Attempts: made("accepted")}),
	)
	same(t, "order after the late answer", stored(t, s, waiting.TrackingNo), want)
	history = must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID, waiting.OrderID))
	equal(t, "lines of the history", len(history), 2)
	equal(t, "outcome of the attempt", history[0].Outcome, "accepted")

	// Twice, late, and with a new number.
	_, err = s.Ledger.RecordCallback(
		t.Context(),
		store.Callback{Partner: "p", Nonce: "1", Reports: []store.CallbackReport{accepted(waiting.TrackingNo, "H-2")}},
	)
	wantError(t, err, store.ErrReplayed)
	same(t, "known", take("p", "2", accepted(waiting.TrackingNo, "")), []store.ReportOutcome{store.ReportKnown})
	same(t, "a new number", take("p", "3", accepted(waiting.TrackingNo, "H-2")), []store.ReportOutcome{store.ReportTaken})
	equal(t, "number", stored(t, s, waiting.TrackingNo).HAWBNo, "H-2")

	f.clock.Advance(store.NonceRetention + time.Microsecond)
	take("p", "4")
	equal(t, "nonces remembered", f.count(t, `SELECT count(*) FROM partner_nonces`), 1)
}

// TestDecidedCancellations lets an operator and a partner speak of orders that their
// shipper cancelled.
func TestDecidedCancellations(t *testing.T) { onEachEngine(t, testDecidedCancellations) }

func testDecidedCancellations(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	all := submit(t, s, k, 2)
	pending, lost := all[0], all[1]
	for _, sub := range claim(t, s, "me", 9) {
		if sub.OrderID == lost.OrderID {
			noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
		}
		noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: sub.State, RetryOn: f.clock.Now().Add(time.Hour)}))
	}
	cancelled := must[[]store.CancelResult](t)(s.CancelOrders(t.Context(), k.AccountID, []string{pending.TrackingNo, lost.TrackingNo}, false))
	equal(t, "of the one that its partner cannot have", cancelled[0].Outcome, store.OrderCancelled)
	equal(t, "of the other", cancelled[1].Outcome, store.OrderCancelling)

	_, err := s.Ledger.RetrySubmission(t.Context(), pending.TrackingNo, "")
	wantError(t, err, store.ErrCancelled)
	outcomes := must[[]store.ReportOutcome](t)(s.Ledger.RecordCallback(t.Context(), store.Callback{
		Partner: "p", Nonce: "1", Reports: []store.CallbackReport{accepted(pending.TrackingNo, "H")},
	}))
	equal(t, "report of a cancelled order", outcomes[0], store.ReportCancelled)

	must[store.Submission](
		t,
	)(
		s.Ledger.ResolveSubmission(t.Context(), lost.TrackingNo, store.Resolution{Message: "Lost."}),
	)
	equal(t, "order that the partner turned out not to have", stored(t, s, lost.TrackingNo).StatusCode, shipment.StatusCancelled)
	equal(t, "listed", len(must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(), store.LedgerFilter{Limit: 9}))), 0)
	closed := store.LedgerFilter{Limit: 9, State: string(store.SubmissionCancelled)}
	equal(t, "listed as cancelled", len(must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(), closed))), 2)
}

// TestSettingsAreChecked: what is wrong with a setting is refused by the method that stores it, whoever calls.
func TestSettingsAreChecked(t *testing.T) { onEachEngine(t, testSettingsAreChecked) }

func testSettingsAreChecked(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	data := s.MasterData
	valid := masterdata.Partner{Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 4, CallTimeout: time.Second}
	_, _, err := data.CreatePartner(ctx, valid)
	noError(t, err)
	account := must[masterdata.Account](t)(data.CreateAccount(ctx, masterdata.Account{Name: " Acme ", RateLimit: 5}))
	equal(t, "name and burst", [2]any{account.Name, account.RateBurst}, [2]any{"Acme", 10})
	lane := must[shipment.Service](t)(data.CreateService(ctx,
		shipment.Service{Name: " Lane ", Partner: "acme"}))
	equal(t, "name and category", [2]string{lane.Name, lane.Category}, [2]string{"Lane", shipment.CategoryPickup})
	noError(t, data.DisablePartner(ctx, "acme"))
	_, err = data.UpdateService(ctx, lane.ServiceID, func(sv *shipment.Service) error { sv.COD = true; return nil })
	noError(t, err) // the partner is disabled, and stays
	for name, change := range map[string]func() error{
		"name": func() error { _, err := data.CreateAccount(ctx, masterdata.Account{Name: " "}); return err },
		"tracking_prefix": func() error {
			_, err := data.CreateAccount(ctx, masterdata.Account{Name: "Other", TrackingPrefix: "x1"})
			return err
		},
		"rate_burst": func() error {
			_, err := data.UpdateAccount(ctx, account.AccountID, func(a *masterdata.Account) error { a.RateLimit = 0; return nil })
			return err
		},
		"concurrency": func() error {
			_, err := data.UpdatePartner(ctx, "acme", func(p *masterdata.Partner) error { p.Concurrency = 0; return nil })
			return err
		},
		"overlap": func() error { _, _, err := data.RotatePartnerSecret(ctx, "acme", -1); return err },
		"url": func() error {
			_, _, err := data.CreatePartner(ctx, masterdata.Partner{Name: "other", Concurrency: 1, CallTimeout: time.Second})
			return err
		},
		"partner": func() error {
			_, err := data.CreateService(ctx, shipment.Service{Name: "Lane", Category: shipment.CategoryPickup, Partner: "acme"})
			return err
		},
	} {
		wrong, ok := errors.AsType[*problem.FieldError](change())
		if !ok || wrong.Field != name {
			t.Errorf("%s: %v", name, wrong)
		}
	}
	equal(t, "the partner after refused changes", must[[]masterdata.Partner](t)(data.Partners(ctx))[0].Concurrency, 4)
}
