package request

import "slices"

// decodeList decodes the JSON text of a list that stands in a body, by the shape that has the list.
func decodeList(text string, shape *Shape) (*Form, *SyntaxError) {
	body := []byte(text)
	var size Size
	size.Count(body)
	d := decoder{newReader(body), newForm(shape, size)}
	if err := d.run(func() error { return d.list(0) }); err != nil {
		return nil, explain(body, err)
	}
	return d.form, nil
}

// keyed is a value of an object with its key.
type keyed struct {
	key   string
	value Value
}

// decodeObject decodes the JSON text of an object that stands in a body: its values in the order of their
// keys, of values with the same key the last. Of more than most keys it returns one more: the search for each key would
// take minutes for the keys of a large body.
func decodeObject(text string, most int) ([]keyed, *SyntaxError) {
	body := []byte(text)
	r := newReader(body)
	var all []keyed
	err := r.run(func() error {
		fields, err := r.dec.ObjIter()
		if err != nil {
			return err
		}
		for fields.Next() {
			k := keyed{key: string(fields.Key())}
			if k.value, err = r.value(depthOf(0) + 1); err != nil {
				return err
			}
			if i := slices.IndexFunc(all, func(earlier keyed) bool { return earlier.key == k.key }); i >= 0 {
				all[i] = k
			} else if len(all) <= most {
				all = append(all, k)
			}
		}
		return fields.Err()
	})
	if err != nil {
		return nil, explain(body, err)
	}
	return all, nil
}
