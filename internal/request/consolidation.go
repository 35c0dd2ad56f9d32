package request

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Bag is a request for a bag, or a change of one.
type Bag struct {
	HubID     int64                `json:"hub_id"`
	ToHubID   int64                `json:"to_hub_id,omitempty"`  // 0: to none of the operator
	ServiceID int64                `json:"service_id,omitempty"` // 0: parcels of all services
	Seal      string               `json:"seal,omitempty"`
	Tare      shipment.Thousandths `json:"tare,omitempty"` // kg; 0: it was not weighed, as gross
	Gross     shipment.Thousandths `json:"gross,omitempty"`
	Reason    string               `json:"reason,omitempty"` // of the last change
}

var (
	hubColumn = bind(field("hub_id", required, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64}, "The hub in which it is filled."),
		readInteger, func(b *Bag) *int64 { return &b.HubID })
	bagColumns = []column[Bag]{
		bind(field("to_hub_id", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64},
			"The hub to which it goes. Default: to none of the operator."), readInteger, func(b *Bag) *int64 { return &b.ToHubID }),
		text("seal", optional, maxHandoverText, "Number of its seal.", func(b *Bag) *string { return &b.Seal }),
		weighed("tare", "Weight of the empty bag, in kg.", func(b *Bag) *shipment.Thousandths { return &b.Tare }),
	}
	// OpenBag is the body of a request that opens a bag.
	OpenBag = newBody(append([]column[Bag]{
		hubColumn,
		bind(field("service_id", optional, Type{Name: TypeService}, "Only parcels of this service. Default: of all."), readInt64,
			func(b *Bag) *int64 { return &b.ServiceID }),
	}, bagColumns...)...)
	// ChangeBag is the body of a request that changes a bag.
	ChangeBag = newChange(append(slices.Clone(bagColumns),
		weighed("gross", "Weight of the full bag, in kg.", func(b *Bag) *shipment.Thousandths { return &b.Gross }),
		reasonOfChange(func(b *Bag) *string { return &b.Reason }))...)
)

func weighed(name, about string, at func(*Bag) *shipment.Thousandths) column[Bag] {
	return bind(field(name, optional, Type{Name: TypeDecimal, Digits: 10, Places: 3}, about), readDecimal[shipment.Thousandths], at)
}

func reasonOfChange[T any](at func(*T) *string) column[T] {
	return text("reason", optional, maxHandoverText, "Why. What has departed changes with a reason alone.", at)
}

// Consignment is a request for a consignment, or a change of one.
type Consignment struct {
	Destination shipment.Country `json:"destination"`
	AWB         string           `json:"awb,omitempty"` // 11 digits; "": it goes by truck
	Truck       string           `json:"truck,omitempty"`
	Broker      string           `json:"broker,omitempty"`
	State       string           `json:"state"`
	Reason      string           `json:"reason,omitempty"` // of the last change
}

// The states that people give a consignment.
const (
	Planned    = "planned"
	Closed     = "closed" // it gets no more bags
	Filed      = "filed"  // with customs
	Cleared    = "cleared"
	HandedOver = "handed_over"
)

func consignmentColumns(p presence) []column[Consignment] {
	return []column[Consignment]{
		bind(field("destination", p, Type{Name: TypeCountry}, "Country to which it goes."), readCountry,
			func(c *Consignment) *shipment.Country { return &c.Destination }),
		bind(field("awb", optional, Type{Name: TypeText, MaxLength: maxHandoverText},
			"Master air waybill: 11 digits, blanks and hyphens are left out. No two consignments that are open, or younger than 12 months, "+
				"have the same."),
			readAWB, func(c *Consignment) *string { return &c.AWB }),
		text("truck", optional, maxHandoverText, "Reference of the truck, if it does not fly.", func(c *Consignment) *string { return &c.Truck }),
		text("broker", optional, maxHandoverText, "The customs broker.", func(c *Consignment) *string { return &c.Broker }),
	}
}

var (
	// OpenConsignment is the body of a request that opens a consignment.
	OpenConsignment = newBody(consignmentColumns(required)...).also(func(_ *Form, c *Consignment, problems Problems) Problems {
		if problems == nil && c.AWB == "" && c.Truck == "" {
			problems = Problems{{"awb", Messages{problem.AWBOrTruck}}}
		}
		return problems
	})
	// ChangeConsignment is the body of a request that changes a consignment.
	ChangeConsignment = newChange(changed(append(consignmentColumns(required),
		choice("state", required, []string{Planned, Closed, Filed, Cleared, HandedOver},
			"`closed`: it gets no more bags. `filed`: with customs. `cleared`: to load.", func(c *Consignment) *string { return &c.State }),
		reasonOfChange(func(c *Consignment) *string { return &c.Reason })))...)
)

// awbDigits is how many digits an air waybill has.
const awbDigits = 11

// readAWB reads an air waybill: the last digit is the seven before it modulo 7.
func readAWB(v Value, f *Field) (string, Messages) {
	sent, problems := trimmed(v, f)
	digits := strings.Map(func(r rune) rune {
		if r == '-' || unicode.Is(unicode.Pd, r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(sent))
	if problems != nil || digits == "" {
		return "", problems
	}
	if len(digits) != awbDigits || !all(digits, isDigit) {
		return "", Messages{problem.AWBDigits}
	}
	if check := intOf(digits[3:10]) % 7; check != int(digits[10]-'0') {
		return "", Messages{problem.AWBCheck.With(check)}
	}
	return digits, nil
}

// Leg is a request for a leg of a consignment, or a change of one.
type Leg struct {
	Flight           string           `json:"flight"`
	From             string           `json:"from"`
	FromCountry      shipment.Country `json:"from_country"`
	To               string           `json:"to"`
	ToCountry        shipment.Country `json:"to_country"`
	PlannedDeparture time.Time        `json:"planned_departure,omitzero"`
	PlannedArrival   time.Time        `json:"planned_arrival,omitzero"`
	Reason           string           `json:"reason,omitempty"` // of the last change
}

func legColumns(p presence) []column[Leg] {
	const place = ", such as the code of an airport. Consignees see it."
	return []column[Leg]{
		text("flight", p, maxHandoverText, "Number of the flight, or the truck.", func(l *Leg) *string { return &l.Flight }),
		text("from", p, maxHandoverText, "Where it departs"+place, func(l *Leg) *string { return &l.From }),
		bind(field("from_country", p, Type{Name: TypeCountry}, "Country there."), readCountry,
			func(l *Leg) *shipment.Country { return &l.FromCountry }),
		text("to", p, maxHandoverText, "Where it arrives"+place, func(l *Leg) *string { return &l.To }),
		bind(field("to_country", p, Type{Name: TypeCountry}, "Country there."), readCountry,
			func(l *Leg) *shipment.Country { return &l.ToCountry }),
		bind(field("planned_departure", optional, Type{Name: TypeMoment}, "When it is to depart. UTC when no zone is given."), readMomentFrom,
			func(l *Leg) *time.Time { return &l.PlannedDeparture }),
		bind(field("planned_arrival", optional, Type{Name: TypeMoment}, "When it is to arrive. UTC when no zone is given."), readMomentFrom,
			func(l *Leg) *time.Time { return &l.PlannedArrival }),
	}
}

var (
	// AddLeg is the body of a request that adds a leg.
	AddLeg = newBody(legColumns(required)...)
	// ChangeLeg is the body of a request that changes a leg.
	ChangeLeg = newChange(changed(append(legColumns(required), reasonOfChange(func(l *Leg) *string { return &l.Reason })))...)
)

const (
	// BagsField is a list of numbers of bags.
	BagsField = "bags"
	// ParcelsField is a list of parcels, by any of their numbers.
	ParcelsField = "parcels"
	// WithoutField is a list of parcels, likewise.
	WithoutField = "without"
	// AcknowledgedField is a list of parcels, likewise.
	AcknowledgedField = "acknowledged"
	// MaxNamed is how many bags or parcels a request may name.
	MaxNamed = 1000
)

// Bags is a request that puts bags on a consignment or its leg, or leaves them behind.
type Bags struct {
	LegNo  int64
	Bags   []string
	Reason string
}

var legOfBags = bind(field("leg_no", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64}, "The leg. Default: none."), readInteger,
	func(b *Bags) *int64 { return &b.LegNo })

// MoveBags is the body of a request that puts bags on a consignment, or leaves them behind.
var MoveBags = newBody(legOfBags, reasonOfChange(func(b *Bags) *string { return &b.Reason })).also(
	func(f *Form, b *Bags, problems Problems) Problems {
		var wrong Messages
		if b.Bags, wrong = readTexts(f.get(BagsField), MaxNamed); wrong == nil && len(b.Bags) == 0 {
			wrong = Messages{problem.Required}
		}
		return problems.with(BagsField, asNode(wrong))
	}, BagsField)

// Happening is a request that reports an event of a consignment or a leg.
type Happening struct {
	LegNo                  int64
	Status, Text, Place    string
	Country                shipment.Country
	OccurredOn             time.Time
	Reason                 string
	Bags, Parcels, Without []string
	Acknowledged           []string
}

// happenings are the statuses that an event of a consignment may give: it neither delivers nor cancels a parcel.
var happenings = texts([]shipment.TrackerStatus{
	shipment.InTransitWithinOriginCountry, shipment.CrossBorderTransit, shipment.DestinationCountryCustoms,
	shipment.InTransitWithinDestinationCountry, shipment.Exception,
})

var (
	happenedOn = bind(field("occurred_on", optional, Type{Name: TypeMoment},
		"When. UTC when no zone is given. Default, and if it is later: now."),
		readOccurredOn, func(h *Happening) *time.Time { return &h.OccurredOn })
	happenedBecause = text("reason", optional, maxHandoverText,
		"Why it departs although it is not cleared, or with the parcels in `acknowledged`.",
		func(h *Happening) *string { return &h.Reason })
	// MoveLeg is the body of a request that has a leg depart or arrive.
	MoveLeg = newBody(happenedOn, happenedBecause).also(readScope, WithoutField, AcknowledgedField)
	// ReportConsignment is the body of a request that reports an event of a consignment.
	ReportConsignment = newBody(
		text("text", required, maxHandoverText, "What happened, in words. Consignees see it.", func(h *Happening) *string { return &h.Text }),
		bind(field("leg_no", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64},
			"Only the parcels of the bags on this leg. Default: of all bags."), readInteger, func(h *Happening) *int64 { return &h.LegNo }),
		choice("status", optional, happenings, "The status that parcels get. Default: theirs.", func(h *Happening) *string { return &h.Status }),
		bind(field("country", optional, Type{Name: TypeCountry}, "Where."), readCountry,
			func(h *Happening) *shipment.Country { return &h.Country }),
		text("place", optional, maxHandoverText, "Where there.", func(h *Happening) *string { return &h.Place }),
		happenedOn, text("reason", optional, maxHandoverText, "Why, if it is recorded after the consignment was handed over.",
			func(h *Happening) *string { return &h.Reason }),
	).also(readScope, BagsField, ParcelsField, WithoutField)
)

func readScope(f *Form, h *Happening, problems Problems) Problems {
	for i, to := range []*[]string{&h.Bags, &h.Parcels, &h.Without, &h.Acknowledged} {
		name := []string{BagsField, ParcelsField, WithoutField, AcknowledgedField}[i]
		listed, wrong := readTexts(f.get(name), MaxNamed)
		if listed != nil && len(listed) == 0 {
			wrong = Messages{problem.EmptyList}
		}
		*to = listed
		problems = problems.with(name, asNode(wrong))
	}
	return problems
}

// AnswersField lists what customs answered.
const AnswersField = "answers"

// MaxAnswers is how many answers of customs a request has at most.
const MaxAnswers = 5000

// Answers is a request with answers of customs.
type Answers struct {
	Answers []Answer
	Confirm bool
}

// Answer is what customs answered or decided about a parcel, as somebody such as its broker reports it.
type Answer struct {
	Line               int64 // of the file or list, from 1
	TrackingNo, Answer string
	Reason             string
	Customs
}

// Customs is what customs decided about a parcel.
type Customs struct {
	Status   string `json:"status,omitempty"` // "": nothing yet
	On       int64  `json:"on,omitempty"`     // in microseconds
	Source   string `json:"source,omitempty"` // file, or the kind of who reported it
	EntryNo  string `json:"entry_no,omitempty"`
	Duty     string `json:"duty,omitempty"` // a decimal number, in Currency; "": not known, as Tax
	Tax      string `json:"tax,omitempty"`
	Currency string `json:"currency,omitempty"`
}

// With is what customs decided after a later report, which leaves what it does not say, but no amount in another currency.
func (c Customs) With(later Customs) Customs {
	if later.Currency != "" && later.Currency != c.Currency {
		c.Duty, c.Tax = "", ""
	}
	return Customs{
		cmp.Or(later.Status, c.Status), cmp.Or(later.On, c.On), c.Source, cmp.Or(later.EntryNo, c.EntryNo), cmp.Or(later.Duty, c.Duty),
		cmp.Or(later.Tax, c.Tax), cmp.Or(later.Currency, c.Currency),
	}
}

// Entry is what is known of the customs entry, in words; "": nothing.
func (c Customs) Entry() string {
	return strings.Join(strings.Fields(c.EntryNo+" "+c.Duty+" "+c.Tax+" "+c.Currency), " ")
}

// beforeLoading are the answers before loading. The last one is a decision, too.
var beforeLoading = []string{"do_not_load", "screening", "information", "assessed"}

// CustomsAnswers are what customs may say of a parcel.
var CustomsAnswers = append(slices.Clone(beforeLoading), "declared", "taxes_due", "held", "inspected", "released", "seized", "destroyed",
	"abandoned")

var answerTable = newTable(
	text(trackingNoField, required, textMax, "Tracking number, partner's number or reference of the parcel.",
		func(a *Answer) *string { return &a.TrackingNo }),
	choice("answer", required, CustomsAnswers, "Before loading: `do_not_load` stops the parcel. `screening`: it is to be screened. "+
		"`information`: data is missing. `assessed`: it may be loaded. The others are what customs decided then.",
		func(a *Answer) *string { return &a.Answer }),
	text("reason", optional, shipment.MaxHoldReason, "Why.", func(a *Answer) *string { return &a.Reason }),
	text("entry_no", optional, maxHandoverText, "Number of the customs entry.", func(a *Answer) *string { return &a.EntryNo }),
	amountOf("duty", "Customs duty.", func(a *Answer) *string { return &a.Duty }),
	amountOf("tax", "Tax on the import.", func(a *Answer) *string { return &a.Tax }),
	bind(field("currency", optional, Type{Name: TypeCurrency}, "Of both. Required with one of them."), readCurrency,
		func(a *Answer) *string { return &a.Currency }),
	bind(field("occurred_on", optional, Type{Name: TypeMoment}, "When. UTC when no zone is given. Default, and if it is later: now."),
		func(v Value, f *Field) (int64, Messages) {
			on, wrong := readOccurredOn(v, f)
			return max(0, on.UnixMicro()), wrong
		}, func(a *Answer) *int64 { return &a.On }),
)

func amountOf(name, about string, at func(*Answer) *string) column[Answer] {
	return bind(field(name, optional, Type{Name: TypeDecimal, Digits: 12, Places: 3}, about), func(v Value, f *Field) (string, Messages) {
		amount, wrong := readDecimal[shipment.Thousandths](v, f)
		if wrong != nil || !v.given() {
			return "", wrong
		}
		return amount.String(), nil
	}, at)
}

// AnswerFields are the fields of an answer.
func AnswerFields() []Field { return answerTable.fields() }

// ReadAnswer reads an answer from its values by field.
func ReadAnswer(values map[string]Value, a *Answer) Problems { return readAnswer(valueMap(values), a) }

func readAnswer(from values, a *Answer) Problems {
	problems := answerTable.read(from, a)
	if problems == nil && a.Currency == "" && a.Duty+a.Tax != "" {
		problems = Problems{{"currency", Messages{problem.Required}}}
	}
	if !slices.Contains(beforeLoading[:3], a.Answer) {
		a.Status = a.Answer
	}
	if !slices.Contains(beforeLoading, a.Answer) {
		a.Answer = ""
	}
	return problems
}

var (
	// AnswerCustoms is the body of a request with answers of customs.
	AnswerCustoms = answersBody()
	// ReadCustoms is the body of a request with answers that are matched first.
	ReadCustoms = answersBody(boolean("confirm", "Store them. Default: they are only matched.", func(a *Answers) *bool { return &a.Confirm }))
)

func answersBody(columns ...column[Answers]) Body[Answers] {
	b := newBody(columns...)
	b.shape.withList(AnswersField, MaxAnswers, answerTable.shape())
	return b.also(func(f *Form, sent *Answers, problems Problems) Problems {
		answers, wrong := readElements(f, func(e entry, a *Answer) Node {
			if node := elementProblem(e.value()); node != nil {
				return node
			}
			return asNode(append(e.form.unknownOf(e.level, e.index), readAnswer(e, a)...))
		})
		for i := range answers {
			answers[i].Line = int64(i + 1)
		}
		sent.Answers = answers
		return problems.with(AnswersField, wrong)
	})
}

// Template is how the manifests of consignments are for a broker.
type Template struct {
	Broker  string `json:"broker"`
	Columns string `json:"columns"` // names, by commas
	Rows    string `json:"rows"`
}

// What the rows of a manifest are.
const (
	RowsOfItems   = "items"
	RowsOfCodes   = "hs_codes" // the items of a parcel with one HS code, origin and currency
	ColumnsField  = "columns"
	maxColumnText = 2000
)

// SaveTemplate is the body of a request that sets the template of a broker.
var SaveTemplate = newBody(
	text("broker", required, maxHandoverText, "The customs broker, as consignments name it; letter case does not matter.",
		func(t *Template) *string { return &t.Broker }),
	text(ColumnsField, required, maxColumnText, "Names of columns, by commas, in the order of the manifest.",
		func(t *Template) *string { return &t.Columns }),
	choice("rows", optional, []string{RowsOfItems, RowsOfCodes},
		"What a row is: an item, or by default the items of a parcel with one HS code, origin and currency.",
		func(t *Template) *string { return &t.Rows }),
).withDefaults(Template{Rows: RowsOfCodes})
