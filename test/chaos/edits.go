package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"waybill/client"
)

// The edits: two editors change the same orders at the same time, from their creation on.
const (
	editors      = 2
	editedShare  = 0.15 // of the orders
	maxEdits     = 5    // of an order
	matchedShare = 0.5  // of the edits: they name the version that their editor knows
	weightShare  = 0.5  // of the edits: they change the weight, too
	serviceShare = 0.3  // of the edits: they name a service, which a third of the orders cannot have
	cityField    = "consignee_city"
	refField     = "shipper_order_id"
	weightField  = "order_weight"
	serviceField = "service_id"
	refSeparator = " edit " // before the number of the edit in a shipper's reference
)

// contents are the fields of an order that edits change, as texts, by their names in the API.
type contents map[string]string

func contentsOf(o client.NewOrder) contents {
	return contents{
		refField: o.ShipperOrderID, cityField: o.ConsigneeCity, weightField: string(o.OrderWeight),
		serviceField: strconv.FormatInt(o.ServiceID, 10),
	}
}

// apply makes a change. It reports whether the fields were as the change says.
func (c contents) apply(fields []client.FieldChange) bool {
	text := func(raw json.RawMessage) string { return strings.Trim(string(raw), `"`) }
	were := true
	for _, f := range fields {
		from, known := c[f.Field]
		were = were && known && from == text(f.From)
		c[f.Field] = text(f.To)
	}
	return were
}

// has reports whether the fields of an edit have the values that it sent.
func (c contents) has(sent map[string]any) bool {
	for field, value := range sent {
		if c[field] != fmt.Sprint(value) {
			return false
		}
	}
	return true
}

// outcome is the result of an edit as the editor sees it.
type outcome string

// The outcomes.
const (
	acknowledged outcome = "acknowledged"
	declined     outcome = "refused"
	unknown      outcome = "unknown" // there was no response, or one that says so
)

// edit is a change of an order. Its shipper's reference is unique, so that the history tells which edit it was.
type edit struct {
	order   int // in its request
	fields  map[string]any
	matched bool  // it names a version
	version int64 // that it names
	outcome outcome
}

func (e *edit) reference() string { return e.fields[refField].(string) }

// planEdits chooses the edits of a request. They follow from the seed.
func (c *cluster) planEdits(number int, r *request) {
	rng := rand.New(rand.NewPCG(c.seed, uint64(number)+1)) //nolint:gosec // a load, no secret
	services := []int64{c.service.partner, c.service.partnerToo, c.service.inHouse}
	for i, o := range r.Orders {
		if rng.Float64() >= editedShare {
			continue
		}
		for n := range 1 + rng.IntN(maxEdits) {
			fields := map[string]any{
				refField:  o.ShipperOrderID + refSeparator + strconv.Itoa(n),
				cityField: fmt.Sprintf("City %d", rng.IntN(1000)),
			}
			if rng.Float64() < weightShare {
				fields[weightField] = fmt.Sprintf("0.%d1", 10+rng.IntN(90))
			}
			if rng.Float64() < serviceShare {
				fields[serviceField] = services[rng.IntN(len(services))]
			}
			editor := rng.IntN(editors)
			r.edits[editor] = append(r.edits[editor], &edit{order: i, fields: fields, matched: rng.Float64() < matchedShare})
		}
	}
}

// startEdits starts the editors of a request. wait waits for them.
func (l *load) startEdits(ctx context.Context, n int, r *request) (wait func() error) {
	var group sync.WaitGroup
	var errs [editors]error
	for editor := range editors {
		group.Go(func() { errs[editor] = l.edit(ctx, n+editor, r, r.edits[editor]) })
	}
	return func() error {
		group.Wait()
		return errors.Join(errs[:]...)
	}
}

// edit sends edits to the servers in turn, each once.
func (l *load) edit(ctx context.Context, n int, r *request, edits []*edit) error {
	versions := make(map[int]int64) // that the editor knows, by order
	for i, e := range edits {
		no, version := r.response.Orders[e.order].TrackingNo, int64(client.AnyVersion)
		if e.version = versions[e.order]; e.matched {
			version = e.version
		}
		l.underWay.Add(1)
		detail, err := l.shipper[(n+i)%len(l.servers)].EditOrder(ctx, no, version, e.fields)
		l.underWay.Add(-1)
		if ctx.Err() != nil {
			return err
		}
		if err == nil {
			versions[e.order] = detail.Version()
		}
		if e.outcome = outcomeOf(err); e.outcome == "" {
			return fmt.Errorf("edit %v of %s: %w", e.fields, no, err)
		}
	}
	return nil
}

// outcomeOf is the outcome of an edit, "" for an error that no edit of this run may get.
func outcomeOf(err error) outcome {
	if err == nil {
		return acknowledged
	}
	if _, invalid := errors.AsType[*client.ValidationError](err); invalid {
		return declined
	}
	response, ok := errors.AsType[*client.Error](err)
	switch {
	case !ok || response.StatusCode >= http.StatusInternalServerError:
		return unknown
	case response.StatusCode == http.StatusConflict || response.StatusCode == http.StatusPreconditionFailed:
		return declined
	}
	return ""
}
