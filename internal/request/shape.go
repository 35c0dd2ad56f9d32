package request

// Shape says what is kept of the body of a request: the values of its object under some keys and,
// if it has a list, what the shape of the elements says of each of them. A Shape never changes.
type Shape struct {
	keys     []string       // by slot
	slots    map[string]int // by key
	listSlot int            // of the key of the list, -1 for none
	limit    int            // elements of the list that are kept
	element  *Shape
	whole    slotSet // the slots whose arrays and objects are kept as JSON text
	mayMiss  bool    // there need not be a body
	notes    bool    // unknown keys of the body and its elements are kept, see Form.Unknown
	strict   bool    // unknown keys are problems
	fields   func() []Field
}

// Fields are the fields of a table that the body has; nil: there is no table.
func (s *Shape) Fields() []Field {
	if s.fields == nil {
		return nil
	}
	return s.fields()
}

// Lists are the keys of the lists that no table has.
func (s *Shape) Lists() (keys []string) {
	for slot, key := range s.keys {
		if s.whole.has(slot) {
			keys = append(keys, key)
		}
	}
	return keys
}

// newShape makes the shape of an object without a list.
func newShape(keys ...string) *Shape {
	s := &Shape{slots: make(map[string]int, len(keys)), listSlot: -1}
	for _, key := range keys {
		s.addKey(key)
	}
	return s
}

// addKey gives a key a slot, if it has none.
func (s *Shape) addKey(key string) {
	if _, known := s.slots[key]; known {
		return
	}
	if len(s.keys) == maxSlots {
		panic("a shape has too many keys: no slot for " + key)
	}
	s.slots[key] = len(s.keys)
	s.keys = append(s.keys, key)
}

// withList gives a shape a list with limit elements at most.
func (s *Shape) withList(key string, limit int, element *Shape) *Shape {
	s.addKey(key)
	s.listSlot, s.limit, s.element = s.slots[key], limit, element
	return s
}

// keepWhole adds keys whose arrays and objects are kept as JSON text.
func (s *Shape) keepWhole(keys ...string) *Shape {
	for _, key := range keys {
		s.addKey(key)
		s.whole.add(s.slots[key])
	}
	return s
}

// bodyShape makes the shape of a body. The secret key may stand in any body.
func bodyShape(keys ...string) *Shape { return newShape(append([]string{secretKey}, keys...)...) }

// ownShape is bodyShape for an operation that no client of the original interface knows: unknown keys are problems.
func ownShape(keys ...string) *Shape {
	s := bodyShape(keys...)
	s.notes, s.strict = true, true
	return s
}

// noting has forms keep unknown keys, which are no problems.
func (s *Shape) noting() *Shape {
	s.notes = true
	return s
}

// EmptyShape is the shape of a request that has nothing but a secret key. Its body may be missing.
func EmptyShape() *Shape { return emptyShape }

// ActionShape is EmptyShape for Waybill's own operations without fields: each field that is sent is a problem.
func ActionShape() *Shape { return actionShape }

var emptyShape, actionShape = bodyShape().missing(), ownShape().missing()

// missing lets the body be missing.
func (s *Shape) missing() *Shape {
	s.mayMiss = true
	return s
}

// listKey is the key of the list.
func (s *Shape) listKey() string { return s.keys[s.listSlot] }

// slot finds a key, first where it is likely to be. It is -1 for an unknown key.
func (s *Shape) slot(key []byte, likely int) int {
	if likely < len(s.keys) && s.keys[likely] == string(key) {
		return likely
	}
	if slot, ok := s.slots[string(key)]; ok {
		return slot
	}
	return -1
}

// The keys that several requests have.
const (
	secretKey       = "secret_key"
	trackingNos     = "tracking_nos"
	trackingNoField = "tracking_no"
)
