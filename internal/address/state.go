package address

import (
	"cmp"
	"fmt"
	"strings"

	"waybill/internal/postal"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// allStates has the countries where each address names one of the known states.
const allStates = "AU BR CA US"

// checkState suggests the name of a state that is spelled almost like what was sent.
func checkState(sent string, country shipment.Country) Finding {
	text, states := checkText(sent), postal.Named(country)
	name := postal.Fold(text.Suggested)
	if states[name] != nil || len(states) == 0 {
		return text
	}
	if s, found := request.Nearest(name, states); found {
		return doubtful(s.Names[0], fmt.Sprintf("%s has no state %s. %s is spelled almost like it.", country.Name(), quote(sent), stateName(s)))
	}
	if strings.Contains(allStates, string(country)) {
		return doubtful("", fmt.Sprintf("%s has no state %s.", country.Name(), quote(sent)))
	}
	return text
}

// otherState is the finding about a postal code that is one of another state than the address names; false if nothing
// speaks against it.
func otherState(code string, country shipment.Country, a Address) (Finding, bool) {
	stated := cmp.Or(postal.Named(country)[postal.Fold(a.State)], postal.Named(country)[postal.Fold(a.Province)])
	if stated == nil || !stated.Excludes(code) {
		return Finding{}, false
	}
	for _, s := range postal.States(country) {
		if s.Has(code) {
			return doubtful("", fmt.Sprintf("%s is a postal code of %s, not of %s.", quote(code), stateName(&s), stateName(stated))), true
		}
	}
	return Finding{}, false
}

// stateName is a state as people say it, such as California (CA).
func stateName(s *postal.State) string {
	if len(s.Names) > 1 && len(s.Names[0]) <= 3 {
		return s.Names[1] + " (" + s.Names[0] + ")"
	}
	return s.Names[0]
}
