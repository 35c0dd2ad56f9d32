package request

// listProblem says what is wrong with a list as a whole; "" lets its elements speak.
func listProblem(list Value, count int, limit int64) string {
	switch {
	case list.Kind == Absent:
		return msgRequired[0]
	case list.Kind == Null:
		return msgNull[0]
	case list.Kind != Array:
		return textNotList(list)
	case count == 0:
		return textEmptyList
	case int64(count) > limit:
		return textTooMany(limit)
	}
	return ""
}

// listNode is what listProblem says of the orders or of items, nil for nothing. Clients
// walk what stands under these two keys as an array of objects, so it is one.
func listNode(list Value, count int, limit int64) Node {
	if text := listProblem(list, count, limit); text != "" {
		return List{nonField(text)}
	}
	return nil
}

// OrdersObjectProblem is ObjectProblem for the body of a request with orders.
func OrdersObjectProblem(v Value) Problems {
	if problems := ObjectProblem(v); problems != nil {
		return Problems{{"orders", List{problems}}}
	}
	return nil
}

// ObjectProblem says that v is no object where one is needed; nil when it is one.
func ObjectProblem(v Value) Problems {
	switch v.Kind {
	case Object:
		return nil
	case Null:
		return Problems{{nonFieldErrors, Messages{textNoData}}}
	default:
		return Problems{{nonFieldErrors, Messages{textNotObject(v)}}}
	}
}

// elementProblem is ObjectProblem for an element of a list.
func elementProblem(v Value) Node {
	switch v.Kind {
	case Object:
		return nil
	case Null:
		return nonField(msgNull[0])
	default:
		return nonField(textNotObject(v))
	}
}
