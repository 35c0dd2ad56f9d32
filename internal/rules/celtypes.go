package rules

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// The types of an order in expressions.
var (
	celOrder = cel.ObjectType("Order")
	celParty = cel.ObjectType("Party")
	celItem  = cel.ObjectType("Item")
	celTaxID = cel.ObjectType("TaxID")
)

// celMember is how expressions get a value of a Go struct.
type celMember struct {
	name string
	t    *types.Type
	size int                // the most code points, elements or entries
	get  func(from any) any // a ref.Val, or a pointer to a part of an order
}

// The most code points of texts whose types do not say it.
var sizes = map[shipment.TypeName]int{shipment.TypeCountry: 2, shipment.TypeHSCode: 10, shipment.TypeUNNumber: 6}

// memberNames are the names of members that differ from the names of their fields by more than a prefix. Those without a name
// are no members.
var memberNames = map[string]string{"consignee_identifcation_number": "identification_number", "forward_tracking_no": ""}

// declaredValue is the member of an item that no field has: what one piece is declared at for customs.
const declaredValue = "declared_value"

func memberName(field string) string {
	if name, differs := memberNames[field]; differs {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(field, "order_"), "item_")
}

// textsAndNumbers are the members for the texts and numbers of a table, without the fields of parties.
func textsAndNumbers[T any](fields []shipment.Field[T]) []celMember {
	var members []celMember
	for i := range fields {
		f := &fields[i]
		m := celMember{name: memberName(f.Name), size: 1}
		switch {
		case m.name == "" || f.Part == shipment.OfParty || f.IsList():
			continue
		case f.TextAt != nil:
			m.t, m.size = cel.StringType, cmp.Or(f.Type.MaxLength, sizes[f.Type.Name], shipment.MaxText)
			m.get = func(from any) any { return types.String(f.Text(from.(*T))) }
		case f.Type.Name == shipment.TypeDecimal:
			// The double is the one that is nearest to the decimal, so that it equals the same decimal in an expression.
			scale := math.Pow10(f.Type.Places)
			m.t, m.get = cel.DoubleType, func(from any) any { return types.Double(float64(f.Number(from.(*T))) / scale) }
		default:
			m.t, m.get = cel.IntType, func(from any) any { return types.Int(f.Number(from.(*T))) }
		}
		members = append(members, m)
	}
	return members
}

func objectMember[T, P any](name string, t *types.Type, get func(*T) *P) celMember {
	return celMember{name, t, 1, func(from any) any { return get(from.(*T)) }}
}

// listMember is a list of objects.
func listMember[T, E any](name string, of *types.Type, size int, get func(*T) []E) celMember {
	return celMember{name, cel.ListType(of), size, func(from any) any {
		elements := get(from.(*T))
		list := make([]ref.Val, len(elements))
		for i := range elements {
			list[i] = object[E]{&elements[i]}
		}
		return types.NewRefValList(types.DefaultTypeAdapter, list)
	}}
}

// celMembers are the members of each type.
var celMembers = map[string][]celMember{
	"Order": ofVariables(append(textsAndNumbers(shipment.OrderFields),
		celMember{"account_id", cel.IntType, 1, func(from any) any { return types.Int(from.(*order).AccountID) }},
		celMember{"net_weight", cel.DoubleType, 1, func(from any) any { return types.Double(netWeight(from.(*order))) }},
		celMember{"pieces", cel.IntType, 1, func(from any) any { return types.Int(pieces(from.(*order))) }},
		celMember{"is_return", cel.BoolType, 1, func(from any) any { return from.(*order).Return }},
		objectMember("consignee", celParty, func(o *order) *shipment.Party { return &o.Consignee }),
		objectMember("pickup", celParty, func(o *order) *shipment.Party { return &o.Pickup }),
		listMember(fieldItems, celItem, shipment.MaxItems, func(o *order) []item { return o.Items }),
		listMember(fieldTaxIDs, celTaxID, shipment.MaxTaxIDs, func(o *order) []shipment.TaxID { return tradeOf(o).TaxIDs }),
		celMember{"metadata", cel.MapType(cel.StringType, cel.DynType), shipment.MaxMetadata, metadataOf})),
	"Party": textsAndNumbers(shipment.PartyFields),
	"Item": append(textsAndNumbers(shipment.ItemFields), celMember{declaredValue, cel.DoubleType, 1, func(from any) any {
		return types.Double(float64(from.(*item).DeclaredValue()) / 1000)
	}}),
	"TaxID": textsAndNumbers(shipment.TaxIDFields),
}

// memberOf is a member of a type with a name, nil if the type has no such one.
func memberOf(of, name string) *celMember {
	members := celMembers[of]
	i := slices.IndexFunc(members, func(m celMember) bool { return m.name == name })
	if i < 0 {
		return nil
	}
	return &members[i]
}

// netWeight is the weight of all pieces in kg. Items without a weight count nothing. The sum of the largest weights fits no integer.
func netWeight(o *order) float64 {
	sum := 0.0
	for i := range o.Items {
		if t := o.Items[i].Trade; t != nil {
			sum += float64(t.Weight) * float64(o.Items[i].Quantity)
		}
	}
	return sum / 1000
}

func pieces(o *order) int64 {
	sum := int64(0)
	for i := range o.Items {
		sum += o.Items[i].Quantity
	}
	return sum
}

// ofVariables makes members of an order members of the variables of an expression.
func ofVariables(members []celMember) []celMember {
	for i := range members {
		get := members[i].get
		members[i].get = func(from any) any { return get(from.(*variables).order) }
	}
	return members
}

func metadataOf(from any) any {
	entries := make(map[string]string)
	for _, m := range tradeOf(from.(*order)).Metadata {
		entries[m.Key] = m.Value
	}
	m := types.NewStringStringMap(types.DefaultTypeAdapter, entries)
	return metadata{m, m, m, m}
}

// metadata is the metadata of an order as a value: a map in which an unknown key is null. It is no traits.Mapper, because cel-go
// would call Find of it, for which an unknown key is an error.
type metadata struct {
	ref.Val
	traits.Container
	traits.Iterable
	traits.Sizer
}

// Get implements traits.Indexer.
func (m metadata) Get(key ref.Val) ref.Val {
	if value, found := m.Val.(traits.Mapper).Find(key); found {
		return value
	}
	return types.NullValue
}

// IsSet implements traits.FieldTester.
func (m metadata) IsSet(key ref.Val) ref.Val { return m.Contains(key) }

// celProvider tells cel-go the types of an order, and makes values of its parts.
type celProvider struct{ *types.Registry }

func (p celProvider) FindStructType(name string) (*types.Type, bool) {
	if celMembers[name] != nil {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return nil, false // no other struct can be made in an expression
}

func (p celProvider) FindStructFieldNames(name string) ([]string, bool) {
	members := celMembers[name]
	return each.Of(members, func(m celMember) string { return m.name }), members != nil
}

func (p celProvider) FindStructFieldType(name, fieldName string) (*types.FieldType, bool) {
	m := memberOf(name, fieldName)
	if m == nil {
		return nil, false
	}
	return &types.FieldType{
		Type:    m.t,
		IsSet:   func(any) bool { return true },
		GetFrom: func(from any) (any, error) { return m.get(from), nil },
	}, true
}

func (p celProvider) NewValue(name string, _ map[string]ref.Val) ref.Val {
	return types.NewErr("an expression cannot make a value of the type %s", name)
}

func (p celProvider) NativeToValue(value any) ref.Val {
	switch value := value.(type) {
	case ref.Val:
		return value
	case *variables:
		return object[variables]{value}
	case *shipment.Party:
		return object[shipment.Party]{value}
	case *item:
		return object[item]{value}
	case *shipment.TaxID:
		return object[shipment.TaxID]{value}
	}
	return p.Registry.NativeToValue(value)
}

// object is an order or a part of it as a value. It is no larger than a pointer, so that it is not allocated.
type object[T any] struct{ part *T }

func (o object[T]) celType() *types.Type {
	switch any(o.part).(type) {
	case *variables:
		return celOrder
	case *shipment.Party:
		return celParty
	case *item:
		return celItem
	default:
		return celTaxID
	}
}

func (o object[T]) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("%s is not a %s", o.celType().TypeName(), t)
}

func (o object[T]) ConvertToType(t ref.Type) ref.Val {
	if t == types.TypeType {
		return o.celType()
	}
	return types.NewErr("%s is not a %s", o.celType().TypeName(), t.TypeName())
}

func (o object[T]) Equal(other ref.Val) ref.Val {
	same, ok := other.(object[T])
	return types.Bool(ok && same.part == o.part)
}

func (o object[T]) Type() ref.Type { return o.celType() }
func (o object[T]) Value() any     { return o.part }
