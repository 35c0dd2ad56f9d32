package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// viewedPartner is a partner that is reached through an adapter, with its open work.
type viewedPartner struct {
	masterdata.Partner
	queue store.PartnerQueue
}

// operatorPartners has an operator's operations on partners.
type operatorPartners struct {
	*masterdata.Store
	ledger *store.Ledger
}

// list lists all partners, disabled ones too, by name.
func (a *operatorPartners) list(ctx context.Context, _ shell.Call) ([]viewedPartner, error) {
	all, err := a.Partners(ctx)
	if err != nil {
		return nil, err
	}
	queues, err := a.ledger.SubmissionStats(ctx)
	queueOf := each.By(queues, func(q store.PartnerQueue) string { return q.Partner })
	return each.Of(all, func(p masterdata.Partner) viewedPartner { return viewedPartner{p, queueOf[p.Name]} }), err
}

// partner finds the partner that the request's path names. Returns store.ErrNotFound.
func (a *operatorPartners) partner(ctx context.Context, c shell.Call) (viewedPartner, error) {
	all, err := a.list(ctx, c)
	at := slices.IndexFunc(all, func(p viewedPartner) bool { return p.Name == c.Req.PathValue("partner") })
	if at < 0 {
		return viewedPartner{}, cmp.Or(err, store.ErrNotFound)
	}
	return all[at], err
}

// create creates a partner. Only this response shows its secret.
func (a *operatorPartners) create(ctx context.Context, c shell.Call, s request.PartnerSettings) (shell.Response, error) {
	p := masterdata.Partner{Name: s.Name}
	if err := setPartner(c, &p, &s); err != nil {
		return shell.Response{}, err
	}
	answer.Once(ctx, http.StatusCreated, writeNewPartner(""))
	created, secret, err := a.CreatePartner(ctx, p)
	return answer.Object(http.StatusCreated, &created, writeNewPartner(secret)), settingProblem(err)
}

// change changes the settings that the request has.
func (a *operatorPartners) change(ctx context.Context, c shell.Call, change func(*request.PartnerSettings)) error {
	_, err := a.UpdatePartner(ctx, c.Req.PathValue("partner"), func(p *masterdata.Partner) error {
		s := request.PartnerSettings{
			BaseURL: p.BaseURL, Concurrency: int64(p.Concurrency), Timeout: p.CallTimeout, PrivateNetwork: p.PrivateNetwork,
		}
		change(&s)
		return setPartner(c, p, &s)
	})
	return settingProblem(err)
}

// setPartner gives a partner settings. Only a key with the scope users may have this server call addresses in private networks.
func setPartner(c shell.Call, p *masterdata.Partner, s *request.PartnerSettings) error {
	if s.PrivateNetwork && (!p.PrivateNetwork || s.BaseURL != p.BaseURL) {
		if err := shell.Check(shipment.ManageUsers, c.Caller); err != nil {
			return err
		}
	}
	p.BaseURL, p.Concurrency, p.CallTimeout, p.PrivateNetwork = s.BaseURL, int(s.Concurrency), s.Timeout, s.PrivateNetwork
	return nil
}

// switched makes the operation that disables or enables a partner.
func (a *operatorPartners) switched(change func(*masterdata.Store, context.Context, string) error) func(context.Context, shell.Call) error {
	return func(ctx context.Context, c shell.Call) error {
		p, err := a.partner(ctx, c)
		if err != nil {
			return err
		}
		return change(a.Store, ctx, p.Name)
	}
}

// rotate gives a partner a new secret. Only this response shows it.
func (a *operatorPartners) rotate(ctx context.Context, c shell.Call, overlap time.Duration) (shell.Response, error) {
	p, err := a.partner(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	answer.Once(ctx, http.StatusOK, writeNewPartner(""))
	rotated, secret, err := a.RotatePartnerSecret(ctx, p.Name, overlap)
	return answer.Object(http.StatusOK, &rotated, writeNewPartner(secret)), settingProblem(err)
}

func writePartner(o *openapi.Object, p *masterdata.Partner) {
	o.Text("name", p.Name).Pattern("^[a-z][a-z0-9-]{0,31}$").About("As services name it.")
	o.Text("base_url", p.BaseURL).About("URL of its adapter.")
	o.Int("concurrency", int64(p.Concurrency)).Minimum(1).About("Calls at once, at most.")
	o.Text("timeout", p.CallTimeout.String()).About("What one call may take, such as 10s or 1m30s.")
	o.Flag("private_network", p.PrivateNetwork).About("Whether the adapter may have an address in a private network, and no TLS.")
	o.Flag("disabled", !p.DisabledOn.IsZero()).About("Whether it is not called, and what it sends is refused.")
	o.Time("created_on", p.CreatedOn)
	o.TimeOrNull("old_secret_until", p.OldSecretUntil).About("Until then the secret before the last change is valid, too.")
}

func writeViewedPartner(o *openapi.Object, p *viewedPartner) {
	openapi.Extend(o, "Partner", &p.Partner, writePartner)
	openapi.Nested(o, "queue", &p.queue, func(o *openapi.Object, q *store.PartnerQueue) {
		o.Int("waiting", q.Depth).Minimum(0).About("Submissions that have not ended.")
		o.TimeOrNull("oldest_due_on", q.OldestDue).About("When the oldest of them was, or is, due.")
		o.Int("failed_labels", q.FailedLabels).Minimum(0).About("Labels that it has not given, and is not asked for any more.")
	})
}

func writeNewPartner(secret string) func(*openapi.Object, *masterdata.Partner) {
	return func(o *openapi.Object, p *masterdata.Partner) {
		openapi.Extend(o, "Partner", p, writePartner)
		answer.Secret(o, "secret", secret, secretRotates).About("With which its adapter and Waybill sign. It is not shown again.")
	}
}
