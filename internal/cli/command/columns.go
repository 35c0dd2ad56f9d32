package command

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"waybill/internal/each"
)

// Columns declares what a command prints of a T: for each value the title of its column in capitals, its key in small letters, or both,
// with commas between. A value is the field of T that has this name without its _, or the one that follows a "=", such as
// "FROM origin=Pickup.Country". Value gives a value that is not a field. People see "-" for an empty text, or what follows a "|",
// such as "TO destination|any" or "MESSAGE message|". A time that is zero is null.
//
// Variables of a package hold them, so that a mistake ends every run of the program, and of its tests, at its start.
func Columns[T any](declared string, values ...Field[T]) []Field[T] {
	fields := each.Of(strings.Split(declared, ","), func(column string) Field[T] {
		column, empty, isSaid := strings.Cut(strings.TrimSpace(column), "|")
		if !isSaid {
			empty = "-"
		}
		name, path, _ := strings.Cut(column, "=")
		title := strings.TrimRight(name, "abcdefghijklmnopqrstuvwxyz_")
		f := Field[T]{title: strings.TrimSpace(title), key: name[len(title):]}
		if i := slices.IndexFunc(values, func(v Field[T]) bool { return v.key == cmp.Or(f.key, f.title) }); i >= 0 {
			f.value = values[i].value
			values = slices.Delete(slices.Clone(values), i, i+1)
		} else {
			f.value = valueOf[T](cmp.Or(path, name[len(title):], f.title), empty)
		}
		return f
	})
	if len(values) > 0 {
		panic(fmt.Sprintf("no column has the value of %q: %s", values[0].key, declared))
	}
	return fields
}

// Value gives the value of the column with a key, or with a title if it has no key.
func Value[T any](name string, value func(T) any) Field[T] { return Field[T]{"", name, value} }

// valueOf reads the field at a path of names.
func valueOf[T any](path, empty string) func(T) any {
	of := reflect.TypeFor[T]()
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	var index []int
	for name := range strings.SplitSeq(path, ".") {
		plain := strings.NewReplacer("_", "", " ", "").Replace(name)
		f, found := of.FieldByNameFunc(func(has string) bool { return strings.EqualFold(has, plain) })
		if !found || !f.IsExported() {
			panic(fmt.Sprintf("%v has no field %s", of, name))
		}
		index, of = append(index, f.Index...), f.Type
	}
	return func(row T) any {
		v := reflect.Indirect(reflect.ValueOf(row)).FieldByIndex(index)
		if v.Kind() == reflect.String && v.Len() == 0 {
			return shown{v.Interface(), empty}
		}
		if at, isTime := reflect.TypeAssert[time.Time](v); isTime {
			return OrNull(at)
		}
		return v.Interface()
	}
}
