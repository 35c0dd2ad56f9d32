package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"waybill/internal/postal"
	"waybill/internal/shipment"
)

// The functions of expressions that are not of cel-go.
const (
	functionCountryIn = "country_in"      // PARTY.country_in("EU"): its address is in a group of countries
	functionPostalIn  = "postal_in"       // PARTY.postal_in("295000-299999"): its postal code is in ranges
	functionStateIs   = "state_exists"    // PARTY.state_exists(): its country has this state, or it names none
	functionOfState   = "postal_of_state" // PARTY.postal_of_state(): its postal code may be one of its state
	functionValue     = "value"           // order.value("EUR"): the items cost so much, by the rates of the set
	functionAbove     = "above"           // order.above("EUR", 150.0): the items surely cost more, without rates at each of five years
	functionAtMost    = "at_most"         // order.at_most("EUR", 150.0): they surely cost no more
	functionCodeAbove = "code_above"      // order.code_above("USD", 2500.0): those with one HS code surely cost more
	functionOneAbove  = "piece_above"     // order.piece_above("NOK", 3000.0): one piece, of the item of the expression, surely costs more
)

// functionCosts are the most that functions cost, in the unit of MaxCost.
var functionCosts = map[string]uint64{
	functionCountryIn: 10, functionPostalIn: 100, functionStateIs: 10, functionOfState: 100, functionValue: 2 * shipment.MaxItems,
	functionAbove: shipment.MaxItems, functionAtMost: shipment.MaxItems, functionCodeAbove: shipment.MaxItems, functionOneAbove: 10,
}

// functions declare the functions to cel-go.
type functions struct{}

// CompileOptions implements cel.Library.
func (functions) CompileOptions() []cel.EnvOption {
	return []cel.EnvOption{
		ofParty(functionCountryIn, []*types.Type{cel.StringType}, func(p *shipment.Party, group string) bool { return p.InGroup(group) }),
		ofParty(functionPostalIn, []*types.Type{cel.StringType}, func(p *shipment.Party, ranges string) bool {
			parsed, err := parsePostalRanges(ranges)
			return err == nil && parsed.have(p.Postal)
		}),
		ofParty(functionStateIs, nil, func(p *shipment.Party, _ string) bool {
			return p.State == "" || postal.Named(p.Country) == nil || postal.Named(p.Country)[postal.Fold(p.State)] != nil
		}),
		ofParty(functionOfState, nil, func(p *shipment.Party, _ string) bool {
			state := postal.Named(p.Country)[postal.Fold(cmp.Or(p.State, p.Province))]
			code, right := postalTable()[p.Country].Spell(p.Postal)
			return !right || state == nil || !state.Excludes(code)
		}),
		cel.Function(functionValue, cel.MemberOverload("order_"+functionValue, []*types.Type{celOrder, cel.StringType}, cel.DoubleType,
			cel.BinaryBinding(func(value, currency ref.Val) ref.Val {
				v, isOrder := value.Value().(*variables)
				code, isText := currency.(types.String)
				if !isOrder || !isText {
					return types.Double(0)
				}
				return v.value(string(code))
			}))),
		compares(functionAbove, ofOrder, func(worth span, limit float64) bool { return worth.low > limit }),
		compares(functionAtMost, ofOrder, func(worth span, limit float64) bool { return worth.high <= limit }),
		compares(functionCodeAbove, ofCode, func(worth span, limit float64) bool { return worth.low > limit }),
		compares(functionOneAbove, ofPiece, func(worth span, limit float64) bool { return worth.low > limit }),
	}
}

// ProgramOptions implements cel.Library.
func (functions) ProgramOptions() []cel.ProgramOption { return nil }

// compares makes a function of an order that compares what goods are worth with a limit in a currency.
func compares(name string, scope int, holds func(worth span, limit float64) bool) cel.EnvOption {
	return cel.Function(name, cel.MemberOverload("order_"+name, []*types.Type{celOrder, cel.StringType, cel.DoubleType}, cel.BoolType,
		cel.FunctionBinding(func(args ...ref.Val) ref.Val {
			v, isOrder := args[0].Value().(*variables)
			currency, isText := args[1].(types.String)
			limit, isNumber := args[2].(types.Double)
			return types.Bool(isOrder && isText && isNumber && holds(v.worth(string(currency), scope), float64(limit)))
		})))
}

// ofParty makes a function of a party, which may have a text as its argument.
func ofParty(name string, arguments []*types.Type, holds func(p *shipment.Party, text string) bool) cel.EnvOption {
	both := func(party, text ref.Val) ref.Val {
		p, isParty := party.Value().(*shipment.Party)
		value, isText := text.(types.String)
		return types.Bool(isParty && isText && holds(p, string(value)))
	}
	binding := cel.BinaryBinding(both) // one for any number of arguments takes a list of them for each call
	if arguments == nil {
		binding = cel.UnaryBinding(func(party ref.Val) ref.Val { return both(party, types.String("")) })
	}
	return cel.Function(name, cel.MemberOverload("party_"+name, append([]*types.Type{celParty}, arguments...), cel.BoolType, binding))
}

// checkArguments returns what is wrong with the arguments of a call of a function.
func checkArguments(call ast.CallExpr) error {
	if len(call.Args()) == 0 || functionCosts[call.FunctionName()] == 0 {
		return nil
	}
	text, isText := call.Args()[0].AsLiteral().(types.String)
	switch name := call.FunctionName(); {
	case !isText:
		return fmt.Errorf("calls %s with a value that is not written out: want a text in quotes", name)
	case name == functionCountryIn && shipment.CountryGroup(string(text)) == nil:
		return fmt.Errorf("calls %s with %q: want %s", name, cutText(string(text)), alternatives(shipment.CountryGroups()))
	case name == functionPostalIn:
		_, err := parsePostalRanges(string(text))
		return err
	case slices.Contains([]string{functionValue, functionAbove, functionAtMost, functionCodeAbove, functionOneAbove}, name) &&
		!slices.Contains(shipment.Currencies(), string(text)):
		return fmt.Errorf("calls %s with %q: want an ISO 4217 code such as EUR", name, cutText(string(text)))
	}
	return nil
}

// postalRanges are ranges of postal codes: each is the first and the last code, or both times what codes begin with.
type postalRanges [][2]string

// parsePostalRanges reads ranges and beginnings of codes, separated by commas: "BT, 295000-299999".
func parsePostalRanges(text string) (postalRanges, error) {
	var ranges postalRanges
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		r := [2]string{compactPostal(first), compactPostal(last)}
		if r[0] == "" || len(r[0]) != len(r[1]) || r[0] > r[1] {
			return nil, fmt.Errorf("has the postal codes %q: want ranges of codes of one length, or how codes begin: BT, 295000-299999",
				cutText(strings.TrimSpace(part)))
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}

// have reports whether a postal code is in one of the ranges.
func (r postalRanges) have(code string) bool {
	code = compactPostal(code)
	return slices.ContainsFunc(r, func(bounds [2]string) bool {
		n := len(bounds[0])
		return len(code) >= n && bounds[0] <= code[:n] && code[:n] <= bounds[1]
	})
}
