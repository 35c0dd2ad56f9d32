package rules

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// MaxCost is the most that an expression may cost in the worst case: for an order with the most items and the longest
// texts. The unit is the unit of CEL: one operation, or ten characters of a text; about 50 ns. An expression that could
// cost more is refused when it is compiled, so that evaluation need not count.
const MaxCost = 100_000

// environments are the CEL environments of expressions about an order, and about an item of an order.
type environments struct{ order, item *cel.Env }

var celEnvironments = sync.OnceValues(func() (environments, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return environments{}, fmt.Errorf("make the types of expressions: %w", err)
	}
	provider := celProvider{registry}
	order, err := cel.NewEnv(
		cel.CustomTypeProvider(provider),
		cel.CustomTypeAdapter(provider),
		cel.Variable("order", celOrder),
		cel.Lib(functions{}),
		cel.CrossTypeNumericComparisons(true), // order.weight <= 30 beside 30.0
		cel.DefaultUTCTimeZone(true),
		cel.ParserExpressionSizeLimit(MaxExpression),
		cel.ParserRecursionLimit(maxDepth),
		cel.ExpressionNestingDepthLimit(maxDepth),
	)
	if err != nil {
		return environments{}, fmt.Errorf("make the environment of expressions: %w", err)
	}
	item, err := order.Extend(cel.Variable("item", celItem))
	if err != nil {
		return environments{}, fmt.Errorf("make the environment of expressions: %w", err)
	}
	return environments{order, item}, nil
})

// maxDepth is the deepest nesting of an expression.
const maxDepth = 50

// expression is a compiled expression, which is true or false.
type expression struct{ program cel.Program }

// The built-in rules are in each set of rules, and their expressions take most of its time: they are compiled once.
var (
	defaultTexts     sync.Map // true by text, see defaultRules
	compiledDefaults sync.Map // *expression by text and ofItem
)

// compileExpression compiles an expression about an order, or about an item if ofItem.
func compileExpression(text string, ofItem bool) (*expression, error) {
	if _, is := defaultTexts.Load(text); !is {
		return compileText(text, ofItem)
	}
	key := [2]any{text, ofItem}
	if e, ok := compiledDefaults.Load(key); ok {
		return e.(*expression), nil
	}
	e, err := compileText(text, ofItem)
	if err == nil {
		compiledDefaults.Store(key, e)
	}
	return e, err
}

func compileText(text string, ofItem bool) (*expression, error) {
	envs, err := celEnvironments()
	if err != nil {
		return nil, err
	}
	env, times := envs.order, 1
	if ofItem {
		env, times = envs.item, shipment.MaxItems
	}
	ast, issues := env.Compile(text)
	if issues.Err() != nil {
		return nil, fmt.Errorf("is wrong %s", issueText(issues))
	}
	if ast.OutputType() != cel.BoolType {
		return nil, fmt.Errorf("is a %s: want an expression that is true or false", cel.FormatCELType(ast.OutputType()))
	}
	if err := checkMeaning(ast); err != nil {
		return nil, err
	}
	estimate, err := env.EstimateCost(ast, estimator{})
	if err != nil {
		return nil, fmt.Errorf("has no cost that can be estimated: %w", err)
	}
	if most := uint64(MaxCost / times); estimate.Max > most {
		return nil, fmt.Errorf("costs more than %d for an order with %d items: use fewer loops over items, or none within others",
			MaxCost, shipment.MaxItems)
	}
	program, err := env.Program(ast, cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		return nil, fmt.Errorf("is wrong: %w", err)
	}
	return &expression{program}, nil
}

// issueText describes the mistake in an expression in one line: "at 1:7: undefined field 'wieght'".
func issueText(issues *cel.Issues) string {
	mistakes := issues.Errors()
	return strings.Join(each.Of(mistakes[:min(len(mistakes), 3)], func(e *cel.Error) string {
		return fmt.Sprintf("at %d:%d: %s", e.Location.Line(), e.Location.Column()+1, strings.Join(strings.Fields(e.Message), " "))
	}), "; ")
}

// variables are the variables of an expression.
type variables struct {
	order *order
	item  *item
	rates map[string]Rate
}

// ResolveName implements cel.Activation.
func (v *variables) ResolveName(name string) (any, bool) {
	switch name {
	case "order":
		return v, true // with what its functions need
	case "item":
		return v.item, v.item != nil
	}
	return nil, false
}

// Parent implements cel.Activation.
func (v *variables) Parent() cel.Activation { return nil }

// errNoRate says that an expression is neither true nor false, because an amount of the order cannot be converted.
var errNoRate = errors.New("a currency of the order has no exchange rate")

// holds evaluates the expression. Returns errNoRate.
func (e *expression) holds(v *variables) (bool, error) {
	result, _, err := e.program.Eval(v)
	if err != nil {
		return false, err
	}
	return result == types.True, nil
}

// estimator says how large the parts of an order can be.
type estimator struct{}

// EstimateSize implements cost.Estimator.
func (estimator) EstimateSize(node cost.AstNode) *cost.SizeEstimate {
	path := node.Path()
	if len(path) == 0 {
		return nil
	}
	size := uint64(1)
	t := celOrder
	if path[0] == "item" {
		t = celItem
	}
	for _, name := range path[1:] {
		if t.Kind() == types.StringKind { // a value of metadata has no parts
			return nil
		}
		switch name {
		case "@items":
			if t.Kind() != types.ListKind {
				return nil
			}
			t, size = t.Parameters()[0], 1
		case "@keys":
			t, size = cel.StringType, shipment.MaxMetadataKey
		case "@values":
			t, size = cel.StringType, shipment.MaxMetadataValue
		default:
			if t.Kind() == types.MapKind { // metadata.KEY
				t, size = cel.StringType, shipment.MaxMetadataValue
				continue
			}
			m := memberOf(t.TypeName(), name)
			if m == nil {
				return nil
			}
			t, size = m.t, uint64(m.size)
		}
	}
	return &cost.SizeEstimate{Min: 0, Max: size}
}

// EstimateCallCost implements cost.Estimator. The costs of the functions of cel-go are known to it.
func (estimator) EstimateCallCost(name, _ string, _ *cost.AstNode, _ []cost.AstNode) *cost.CallEstimate { //nolint:gocritic // of cel-go
	if most, own := functionCosts[name]; own {
		return &cost.CallEstimate{CostEstimate: cost.Estimate{Min: 1, Max: most}}
	}
	return nil
}
