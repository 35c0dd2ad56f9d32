package request

import (
	"net/url"
	"strings"
	"time"

	"waybill/internal/shipment"
)

// EndpointFields are the fields of an endpoint that an account may set, but for
// EndpointTypesField.
func EndpointFields() []Field { return endpointTable.fields() }

// EndpointTypesField is the field of an endpoint that lists its types of events.
const EndpointTypesField = "events"

// MaxURL is how many code points a URL may have.
const MaxURL = 1000

var endpointTable = newTable(
	bind(field("url", optional, Type{Name: TypeURL, MaxLength: MaxURL}, "Where events are posted to. Without one nothing is sent, but the events are kept to be read."), readURL,
		func(s *shipment.EndpointSettings) *string { return &s.URL }),
	text("description", optional, textMax, "What it is for.", func(s *shipment.EndpointSettings) *string { return &s.Description }),
	bind(field("label_pdf", optional, Type{Name: TypeBoolean}, "Whether order.label_ready carries the label as PDF in base64."), readBoolean,
		func(s *shipment.EndpointSettings) *bool { return &s.LabelPDF }),
	bind(field("basic_username", optional, Type{Name: TypeText, MaxLength: textMax}, "User name of the Basic credentials that events are posted with."), readUsername,
		func(s *shipment.EndpointSettings) *string { return &s.Username }),
	text(passwordField, optional, textMax, "Password of the Basic credentials. It is never shown. When the URL changes, it must be sent again.", func(s *shipment.EndpointSettings) *string { return (*string)(&s.Password) }),
	bind(field("disabled", optional, Type{Name: TypeBoolean}, "Whether nothing is sent for now; the events are kept, and can be replayed."), readBoolean,
		func(s *shipment.EndpointSettings) *bool { return &s.Disabled }),
)

// EndpointShape is the shape of a request that makes or changes an endpoint.
func EndpointShape() *Shape { return endpointShape }

var endpointShape = bodyShape(endpointTable.keys...).withList(EndpointTypesField, len(shipment.EventTypes()), newShape())

// passwordField is the field of an endpoint that is stored and never shown.
const passwordField = "basic_password"

const msgPasswordAgain = "This field is required when the URL changes: send the password again, or null for none."

// ReadEndpoint reads what a request decides about an endpoint, and returns how that
// changes the settings of one: a field that is absent stays, null clears it. A change is
// refused that would send a stored password to another URL, which who stole a key could
// choose: whoever changes the URL must know the password.
func ReadEndpoint(f *Form) (change func(*shipment.EndpointSettings) Problems, problems Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return nil, problems
	}
	values := make(valueMap, len(endpointTable.columns))
	for i := range endpointTable.columns {
		c := &endpointTable.columns[i]
		values[c.Name] = f.get(c.Name)
		if values[c.Name].Kind == Null {
			values[c.Name] = cleared(c.Type)
		}
	}
	types, wrong := readEventTypes(f)
	problems = endpointTable.read(values, new(shipment.EndpointSettings)).with(EndpointTypesField, wrong)
	if problems != nil {
		return nil, problems
	}
	return func(s *shipment.EndpointSettings) Problems {
		before := s.URL
		endpointTable.read(values, s)
		if f.list().Kind != Absent {
			s.EventTypes = types
		}
		if s.URL != before && s.URL != "" && s.Password != "" && values[passwordField].Kind == Absent {
			return Problems{{passwordField, Messages{msgPasswordAgain}}}
		}
		return nil
	}, nil
}

// cleared is the value that stands for nothing in a field of a type.
func cleared(t Type) Value {
	if t.Name == TypeBoolean {
		return Value{Kind: Bool, Text: "false"}
	}
	return Value{Kind: String}
}

// readEventTypes reads the list of a form; none are all.
func readEventTypes(f *Form) ([]shipment.EventType, Node) {
	if f.list().Kind == Absent || f.list().Kind == Null {
		return nil, nil
	}
	return readElements(f, func(e entry, t *shipment.EventType) Node {
		v := e.value()
		if *t = shipment.EventType(strings.TrimSpace(v.Text)); v.Kind != String || !t.Known() {
			return msgChoice(v.Text)
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
		return "", Messages{"Enter a valid URL: http:// or https:// and a host."}
	}
	if u.User != nil || u.Fragment != "" {
		return "", Messages{"A user, a password or a fragment has no place in the URL."}
	}
	return s, nil
}

func readUsername(v Value, f *Field) (string, Messages) {
	s, problems := readText(v, f)
	if strings.Contains(s, ":") { // RFC 7617: it ends the user name
		problems = append(problems, "A colon is not allowed.")
	}
	return s, problems
}

// MaxReplayed is how many events a request may name to be replayed.
const MaxReplayed = 200

// ReplayIDsField is the field of a request to replay events that lists their ids.
const ReplayIDsField = "event_ids"

// EventRangeFields are the fields that choose events by their time.
func EventRangeFields() []Field { return rangeTable.fields() }

var rangeTable = newTable(
	bind(field("date_from", optional, Type{Name: TypeMoment}, "Happened then or later; UTC when no zone is given."), readMomentFrom, func(r *shipment.EventRange) *time.Time { return &r.From }),
	bind(field("date_to", optional, Type{Name: TypeMoment}, "Happened then or earlier; a day alone is all of it."), readMomentTo, func(r *shipment.EventRange) *time.Time { return &r.To }),
)

// ParseEventRange reads a query for events. Get returns the last value of a parameter, or
// "" when it is absent.
func ParseEventRange(get func(name string) string) (shipment.EventRange, Problems) {
	values := make(valueMap)
	for _, name := range rangeTable.keys {
		if text := get(name); text != "" {
			values[name] = Value{Kind: String, Text: text}
		}
	}
	var r shipment.EventRange
	problems := rangeTable.read(values, &r)
	return r, problems
}

// ReplayShape is the shape of a request to replay events.
func ReplayShape() *Shape { return replayShape }

var replayShape = bodyShape(rangeTable.keys...).withList(ReplayIDsField, MaxReplayed, newShape())

// ReadReplay reads which events a request wants to be replayed: some by their ids, or
// those of a time.
func ReadReplay(f *Form) (shipment.EventRange, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return shipment.EventRange{}, problems
	}
	var r shipment.EventRange
	problems := rangeTable.read(f, &r)
	if f.list().Kind != Absent && f.list().Kind != Null {
		ids, wrong := readElements(f, func(e entry, id *string) Node {
			if *id = e.value().Text; e.value().Kind != String {
				return msgNotString
			}
			return nil
		})
		r.IDs, problems = ids, problems.with(ReplayIDsField, wrong)
	}
	timed := !r.From.IsZero() || !r.To.IsZero()
	if problems == nil && timed == (r.IDs != nil) {
		problems = Problems{{nonFieldErrors, Messages{"Name events by " + ReplayIDsField + ", or a time by date_from and date_to."}}}
	}
	return r, problems
}
