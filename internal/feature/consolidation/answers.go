package consolidation

import (
	"cmp"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
)

const aboutWho = "E-mail address of a user, or id of a key."

func writeBag(o *openapi.Object, b *stored.Bag) {
	o.Int64("bag_id", b.BagID)
	o.Text("number", b.Number()).Pattern("^BG-[0-9]{5,}$")
	o.Int64("hub_id", b.HubID)
	o.OrNull(b.ToHubID != 0).Int("to_hub_id", b.ToHubID)
	o.OrNull(b.ServiceID != 0).Int("service_id", b.ServiceID).About("Null for parcels of all services.")
	o.TextOrNull("seal", b.Seal)
	o.Decimal("tare", b.Tare).Format("double").About("In kg, 0 if it was not weighed.")
	o.Decimal("gross", b.Gross).Format("double").About("As `tare`.")
	o.Text("state", string(b.State)).Enum("open", "closing", "closed", "loaded", "received", "emptied").
		About("`closing`: it takes no scans, and its parcels are counted. `loaded`: it is closed, and on a leg.")
	o.Int("parcels", b.Parcels).Minimum(0).About("How many parcels it has, or had when it was closed.")
	o.Decimal("weight", b.Weight).Format("double").About("Of its parcels, in kg.")
	o.OrNull(b.ConsignmentID != 0).Int("consignment_id", b.ConsignmentID)
	o.TextOrNull("reason", b.Reason).About("Of the last change.")
	o.Time("opened_on", b.OpenedOn)
	o.Text("opened_by", b.OpenedBy).About(aboutWho)
}

func writeScan(say func(field string, m problem.Message) string) func(*openapi.Object, *stored.Scan) {
	return func(o *openapi.Object, s *stored.Scan) {
		code, args := shell.CodeOf(s.Message)
		o.Text("result", s.Outcome).Enum(stored.Added, stored.Unchanged, stored.Refused)
		o.Text("code", code).About("Why.")
		o.Raw("args", "object", args).Is("ErrorArgs")
		o.Text("message", problem.Say(say, "", s.Message)).MinLength(1).About("The code in words, in the language of Accept-Language.")
		o.TextOrNull("tracking_no", s.TrackingNo)
	}
}

func writeListed(o *openapi.Object, p *stored.Listed) {
	o.Text("bag", stored.BagNumber(p.BagID))
	o.Int64("account_id", p.AccountID)
	o.Text("tracking_no", p.TrackingNo)
	o.Decimal("weight", p.Weight).Format("double").About("Of the order when it was scanned, in kg.")
	o.Time("scanned_on", p.ScannedOn)
	o.Text("scanned_by", p.ScannedBy).About(aboutWho)
	o.TextOrNull("answer", p.Answer).About("Of customs before loading.")
	o.TextOrNull("customs_status", p.Status).About("What customs decided: as in the result of a broker.")
	o.OrNull(p.On != 0).Time("customs_on", time.UnixMicro(p.On)).About("When.")
	o.TextOrNull("customs_source", p.Source).About("`file`, or who reported it: `key`, or `user` by hand.")
	o.TextOrNull("entry_no", p.EntryNo).About("Number of the customs entry.")
	o.TextOrNull("duty", p.Duty).About("A decimal number, in `currency`.")
	o.TextOrNull("tax", p.Tax).About("As `duty`.")
	o.TextOrNull("currency", p.Currency)
	o.TextOrNull("stopped", p.Stop).About("Why the operator stops it.")
}

// writeNumbers writes what names a consignment.
func writeNumbers(o *openapi.Object, c *stored.Consignment) {
	o.Int64("consignment_id", c.ConsignmentID)
	o.Text("number", c.Number()).Pattern("^CN-[0-9]{5,}$")
	o.Text("destination", c.Destination.Name())
	o.TextOrNull("awb", c.AWB).About("Master air waybill, 11 digits.")
	o.TextOrNull("truck", c.Truck)
	o.TextOrNull("broker", c.Broker)
}

// moved is a consignment of which a leg has departed, or arrived.
type moved struct {
	*stored.Consignment
	leg legOf
}

func writeMoved(o *openapi.Object, m *moved) {
	writeNumbers(o, cmp.Or(m.Consignment, new(stored.Consignment)))
	openapi.Nested(o, "leg", &m.leg, writeLeg)
	openapi.List(o, "bags", m.leg.on, func(o *openapi.Object, b *stored.OnLegs) {
		o.Text("number", stored.BagNumber(b.BagID)).Pattern("^BG-[0-9]{5,}$")
		o.Int("parcels", b.Parcels).Minimum(1)
		o.Decimal("weight", b.Weight).Format("double").About("Of its parcels, in kg.")
	}).About("The bags on the leg.")
}

func writeConsignment(o *openapi.Object, c *stored.Consignment) {
	writeNumbers(o, c)
	o.Text("state", c.State).Enum("planned", "closed", "filed", "cleared", "handed_over").About("As people have set it.")
	o.Text("progress", c.Progress()).Enum("planned", "closed", "filed", "cleared", "partly_departed", "departed", "partly_arrived", "arrived",
		"handed_over").About("The state, or that some or all of its bags have departed or arrived.")
	o.TextOrNull("reason", c.Reason).About("Of the last change.")
	o.Time("opened_on", c.OpenedOn)
	o.Text("opened_by", c.OpenedBy).About(aboutWho)
	writeSums(o, c.Bags)
	openapi.List(o, "legs", each.Of(c.Legs, func(l stored.Leg) legOf { return legOf{l, c.On(l.LegNo)} }), writeLeg)
}

// legOf is a leg of a consignment, and the bags on it.
type legOf struct {
	stored.Leg
	on []stored.OnLegs
}

func writeLeg(o *openapi.Object, l *legOf) {
	o.Int("leg_no", l.LegNo).Minimum(1)
	o.Text("flight", l.Flight)
	o.Text("from", l.From)
	o.Text("from_country", l.FromCountry.Name())
	o.Text("to", l.To)
	o.Text("to_country", l.ToCountry.Name())
	o.TimeOrNull("planned_departure", l.PlannedDeparture)
	o.TimeOrNull("planned_arrival", l.PlannedArrival)
	o.TimeOrNull("departed_on", l.DepartedOn)
	o.TimeOrNull("arrived_on", l.ArrivedOn)
	o.TextOrNull("reason", l.Reason).About("Of the last change.")
	openapi.Texts(o, "acknowledged", l.Acknowledged).About("Parcels that departed although customs or the operator kept them.")
	writeSums(o, l.on)
}

// writeSums writes how many bags there are, and what is in those that are closed.
func writeSums(o *openapi.Object, bags []stored.OnLegs) {
	var sum stored.OnLegs
	for _, b := range bags {
		sum.Parcels, sum.Weight = sum.Parcels+b.Parcels, sum.Weight+b.Weight
	}
	o.Int("bags", int64(len(bags))).Minimum(0)
	o.Int("parcels", sum.Parcels).Minimum(0).About("In bags that are closed.")
	o.Decimal("weight", sum.Weight).Format("double").About("Of these parcels, in kg.")
}

func writeEvent(o *openapi.Object, e *stored.Event) {
	o.Int("event_no", e.EventNo).Minimum(1)
	o.OrNull(e.LegNo != 0).Int("leg_no", e.LegNo)
	o.TextOrNull("tracker_status_code", string(e.Status)).About("The status that parcels get. Null: they keep theirs.")
	o.Text("text", e.Text)
	o.TextOrNull("country", e.Country.Name())
	o.TextOrNull("place", e.Place)
	o.Time("occurred_on", e.OccurredOn)
	o.Time("recorded_on", e.RecordedOn)
	o.Text("recorded_by", e.RecordedBy).About(aboutWho)
	o.TextOrNull("reason", e.Reason)
	o.Int("bags", int64(len(e.Bags))).Minimum(0).About("How many bags it is about.")
	o.Flag("carried", e.IsCarried).About("Whether all its parcels have it.")
}

func writeAnswers(o *openapi.Object, results *[]orders.Result) {
	openapi.List(o, "answers", *results, writeAnswer).MinItems(1)
}

func writeAnswer(o *openapi.Object, r *orders.Result) {
	o.Text("tracking_no", r.TrackingNo).About("As it was sent.")
	o.Text("result", r.Outcome).Enum(AnswerReady, AnswerStored, AnswerUnchanged, AnswerRefused, AnswerUnknown).
		About("`ready`: it can be stored, and is not confirmed.")
	answer.Why(o, nil, r.Message)
}

func writeCustoms(o *openapi.Object, r *CustomsResult) {
	o.Text("digest", r.Digest).About("Of the file, or the list.")
	o.Flag("repeated", r.IsRead).About("Whether it was stored before: only parcels without an answer get theirs.")
	openapi.List(o, "answers", r.Lines, func(o *openapi.Object, l *CustomsLine) {
		o.Int("line", l.Line).Minimum(1).About("In the file or list.")
		writeAnswer(o, &l.Result)
	})
	openapi.Texts(o, "missing", r.Missing).About("Parcels of the consignment that get no answer from this request.")
}
