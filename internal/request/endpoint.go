package request

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// EndpointFields are the fields of an endpoint that an account may set, without EndpointTypesField.
func EndpointFields() []Field { return endpointTable.fields() }

// EndpointTypesField is the field of an endpoint that lists its types of events.
const EndpointTypesField = "events"

// MaxURL is the most code points of a URL.
const MaxURL = 1000

var endpointTable = tableOf[shipment.EndpointSettings]("endpoint")

// EndpointShape is the shape of a request that creates or changes an endpoint.
func EndpointShape() *Shape { return endpointShape }

var endpointShape = ownShape(endpointTable.keys...).withList(EndpointTypesField, len(shipment.EventTypes()), newShape())

// passwordField is the field of an endpoint that is stored and never shown.
const passwordField = "basic_password"

// ReadEndpoint reads the settings of an endpoint in a request, and returns the change that they make to
// stored settings: an absent field stays, null clears it. The change is refused by an *InvalidError when it would send a
// stored password to another URL, which an attacker with a stolen key could choose: a caller who
// changes the URL must send the password, too. It is also refused when a label webhook would subscribe to other types than its own.
func ReadEndpoint(f *Form) (change func(*shipment.EndpointSettings) error, problems Problems) {
	values, problems := endpointTable.readChange(f, new(shipment.EndpointSettings))
	if values == nil {
		return nil, problems
	}
	types, wrong := readEventTypes(f)
	problems = problems.with(EndpointTypesField, wrong)
	if problems != nil {
		return nil, problems
	}
	return func(s *shipment.EndpointSettings) error {
		before := s.URL
		endpointTable.read(values, s)
		if f.list().Kind != Absent {
			s.EventTypes = types
		}
		if s.URL != before && s.URL != "" && s.Password != "" && values[passwordField].Kind == Absent {
			return &InvalidError{Problems{{passwordField, Messages{problem.PasswordAgain}}}}
		}
		if s.LabelWebhook && slices.ContainsFunc(s.EventTypes, func(t shipment.EventType) bool { return t != shipment.EventLabelReady }) {
			return &InvalidError{Problems{{EndpointTypesField, Messages{problem.LabelWebhookEvent}}}}
		}
		if s.LabelWebhook { // also without a list, which for others means all types
			s.EventTypes = []shipment.EventType{shipment.EventLabelReady}
		}
		return nil
	}, nil
}

// cleared is the empty value of a type.
func cleared(t Type) Value {
	switch t.Name {
	case TypeBoolean:
		return Value{Kind: Bool, Text: "false"}
	case TypeInteger:
		return Value{Kind: Number, Text: "0"}
	}
	return Value{Kind: String}
}

// readEventTypes reads the list of a form. None means all types.
func readEventTypes(f *Form) ([]shipment.EventType, Node) {
	if f.list().Kind == Absent || f.list().Kind == Null {
		return nil, nil
	}
	return readElements(f, func(e entry, t *shipment.EventType) Node {
		v := e.value()
		if *t = shipment.EventType(strings.TrimSpace(v.Text)); v.Kind != String || !t.Known() {
			return Messages{problem.NotChoice.With(v.Text)}
		}
		return nil
	})
}

func readURL(v Value, f *Field) (string, Messages) {
	s, problems := readText(v, f)
	if problems != nil || s == "" {
		return s, problems
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return "", Messages{problem.NotURL}
	}
	if u.User != nil || u.Fragment != "" {
		return "", Messages{problem.URLWithUser}
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return "", Messages{problem.URLPort}
		}
	}
	return s, nil
}

func readUsername(v Value, f *Field) (string, Messages) {
	s, problems := readText(v, f)
	if strings.Contains(s, ":") { // RFC 7617: it ends the user name
		problems = append(problems, problem.Colon)
	}
	return s, problems
}

// MaxReplayed is the most events that a replay request may name.
const MaxReplayed = 200

// ReplayIDsField is the field of a replay request that lists the ids of events.
const ReplayIDsField = "event_ids"

// EventQuery has the parameters that choose events by their time.
var EventQuery = Query[shipment.EventRange]{table: tableOf[shipment.EventRange]("events")}

// AuditQuery has the parameters that choose entries of the audit log by their time.
var AuditQuery = Query[shipment.EventRange]{table: tableOf[shipment.EventRange]("audit")}

// TestEndpoint is the body of a request to test an endpoint: the type of the example, or "". It may be missing.
var TestEndpoint = bodyOf[shipment.EventType]("test_endpoint").missing()

// ReplayShape is the shape of a replay request.
func ReplayShape() *Shape { return replayShape }

var replayShape = ownShape(EventQuery.table.keys...).withList(ReplayIDsField, MaxReplayed, newShape())

// ReadReplay reads which events to replay: by their ids, or by a range of time.
func ReadReplay(f *Form) (shipment.EventRange, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return shipment.EventRange{}, problems
	}
	var r shipment.EventRange
	problems := EventQuery.table.read(f, &r)
	if f.list().Kind != Absent && f.list().Kind != Null {
		ids, wrong := readElements(f, func(e entry, id *string) Node {
			if *id = e.value().Text; e.value().Kind != String {
				return Messages{problem.NotText}
			}
			return nil
		})
		r.IDs, problems = ids, problems.with(ReplayIDsField, wrong)
	}
	timed := !r.From.IsZero() || !r.To.IsZero()
	if problems == nil && timed == (r.IDs != nil) {
		problems = Problems{{NonFieldErrors, Messages{problem.IDsOrRange}}}
	}
	return r, problems
}
