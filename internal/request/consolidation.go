package request

import (
	"cmp"
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
	// OpenBag is the body of a request that opens a bag.
	OpenBag = bodyOf[Bag]("open_bag")
	// ChangeBag is the body of a request that changes a bag.
	ChangeBag = changeOf[Bag]("change_bag")
)

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
	Cleared    = "cleared"
	HandedOver = "handed_over"
)

var (
	// OpenConsignment is the body of a request that opens a consignment.
	OpenConsignment = bodyOf[Consignment]("open_consignment").also(func(_ *Form, c *Consignment, problems Problems) Problems {
		if problems == nil && c.AWB == "" && c.Truck == "" {
			problems = Problems{{"awb", Messages{problem.AWBOrTruck}}}
		}
		return problems
	})
	// ChangeConsignment is the body of a request that changes a consignment.
	ChangeConsignment = newChange(changed(columnsOf[Consignment]("change_consignment", required))...)
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

var (
	// AddLeg is the body of a request that adds a leg.
	AddLeg = bodyOf[Leg]("add_leg")
	// ChangeLeg is the body of a request that changes a leg.
	ChangeLeg = newChange(changed(columnsOf[Leg]("change_leg", required))...)
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

// MoveBags is the body of a request that puts bags on a consignment, or leaves them behind.
var MoveBags = bodyOf[Bags]("move_bags").also(func(f *Form, b *Bags, problems Problems) Problems {
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

var (
	// MoveLeg is the body of a request that has a leg depart or arrive.
	MoveLeg = bodyOf[Happening]("move_leg").also(readScope, WithoutField, AcknowledgedField)
	// ReportConsignment is the body of a request that reports an event of a consignment.
	ReportConsignment = bodyOf[Happening]("report_consignment").also(readScope, BagsField, ParcelsField, WithoutField)
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

var answerTable = tableOf[Answer]("customs_answer")

func readAmount(v Value, f *Field) (string, Messages) {
	amount, wrong := readDecimal[shipment.Thousandths](v, f)
	if wrong != nil || !v.given() {
		return "", wrong
	}
	return amount.String(), nil
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
	AnswerCustoms = answersBody(newBody[Answers]())
	// ReadCustoms is the body of a request with answers that are matched first.
	ReadCustoms = answersBody(bodyOf[Answers]("read_customs"))
)

func answersBody(b Body[Answers]) Body[Answers] {
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
	RowsOfItems  = "items"
	RowsOfCodes  = "hs_codes" // the items of a parcel with one HS code, origin and currency
	ColumnsField = "columns"
)

// SaveTemplate is the body of a request that sets the template of a broker.
var SaveTemplate = bodyOf[Template]("save_template").withDefaults(Template{Rows: RowsOfCodes})
