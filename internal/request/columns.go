package request

import (
	"cmp"
	_ "embed" // fields.csv
	"encoding/base64"
	"math"
	"reflect"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

//go:embed fields.csv
var fieldsFile string

// rowsOf are the lines of fields.csv by request.
var rowsOf = func() map[string][][]string {
	of := map[string][][]string{}
	for _, row := range shipment.Rows("fields.csv", fieldsFile)[1:] {
		for request := range strings.FieldsSeq(row[0]) {
			of[request] = append(of[request], row)
		}
	}
	return of
}()

// fieldReader reads the value of a field.
type fieldReader func(Value, *Field) (reflect.Value, Messages)

func reads[V any](read func(Value, *Field) (V, Messages)) fieldReader {
	return func(v Value, f *Field) (reflect.Value, Messages) {
		got, problems := read(v, f)
		return reflect.ValueOf(got), problems
	}
}

// kinds are the types of fields.csv.
var kinds = map[string]struct {
	name TypeName
	read fieldReader
}{
	"amount":    {TypeDecimal, reads(readAmount)}, // as text
	"awb":       {TypeText, reads(readAWB)},
	"before":    {TypeMoment, reads(without(readMomentFrom))},
	"boolean":   {TypeBoolean, reads(readBoolean)},
	"choice":    {TypeChoice, reads(readChoice)},
	"country":   {TypeCountry, reads(readCountry)},
	"currency":  {TypeCurrency, reads(readCurrency)},
	"date":      {TypeDate, reads(readDate)},
	"decimal":   {TypeDecimal, reads(readDecimal[int64])},
	"delimiter": {TypeChoice, reads(readDelimiter)},
	"duration":  {TypeText, reads(readDuration)},
	"end":       {TypeMoment, reads(readMomentTo)}, // of a range: a day alone is its last moment
	"extras":    {TypeNumberList, reads(readExtras)},
	"filter":    {TypeInteger, reads(readFilterID)},
	"integer":   {TypeInteger, reads(readInteger)},
	"line":      {TypeText, reads(readLine)},
	"location":  {TypeText, reads(readZone)},
	"micros":    {TypeMoment, reads(readOccurredMicros)}, // occurred, in microseconds
	"moment":    {TypeMoment, reads(readMomentFrom)},
	"numbers":   {TypeNumberList, reads(readTrackingNos)},
	"occurred":  {TypeMoment, reads(readOccurredOn)}, // may be blank
	"offset":    {TypeMoment, reads(readOffsetTime)},
	"search":    {TypeText, reads(readSearch)},
	"service":   {TypeService, reads(readInt64)},
	"signature": {TypeText, reads(readSignature)},
	"status":    {TypeChoice, reads(readStatusCode)},
	"tag":       {TypeText, reads(readTag)},
	"text":      {TypeText, reads(readText)},
	"until":     {TypeMoment, reads(without(readOffsetTime))},
	"url":       {TypeURL, reads(readURL)},
	"username":  {TypeText, reads(readUsername)},
	"whether":   {TypeChoice, reads(readWhether)}, // it is the second of two choices
	"zone":      {TypeText, reads(readZoneName)},
}

// choicesOf are the choices that fields.csv names.
var choicesOf = map[string][]string{
	"account roles": shipment.AccountRoles(), "actions": ParcelActions(), "activities": texts(shipment.Activities()),
	"arrival states": ArrivalStates, "attentions": texts(shipment.Attentions()), "correctable statuses": correctable(),
	"customs answers": CustomsAnswers, "event types": texts(shipment.EventTypesFor(false)),
	"journeys": shipment.JourneyNames(), "label sizes": shipment.LabelSizes(), "languages": shipment.PageLanguages(),
	"operator roles": shipment.OperatorRoles(), "presets": shipment.PresetNames(), "queues": texts(shipment.Queues()),
	"reportable statuses": reportable(), "statuses": texts(shipment.TrackerStatuses()),
}

// limits are the numbers that fields.csv names.
var limits = map[string]int64{
	"MaxHAWBNo": shipment.MaxHAWBNo, "MaxHeadingRow": MaxHeadingRow, "MaxHoldReason": shipment.MaxHoldReason,
	"MaxImage": int64(base64.StdEncoding.EncodedLen(shipment.MaxProofImage)), "MaxInt32": math.MaxInt32, "MaxInt64": math.MaxInt64,
	"MaxLogo": int64(base64.StdEncoding.EncodedLen(shipment.MaxLogoFile)), "MaxMapping": MaxMapping, "MaxNote": shipment.MaxNote,
	"MaxNoteText": shipment.MaxNoteText, "MaxReturnTo": shipment.MaxReturnTo, "MaxRoutePrefix": shipment.MaxRoutePrefix,
	"MaxRouteText": shipment.MaxRouteText, "MaxSearch": MaxSearch, "MaxStatsDays": MaxStatsDays, "MaxTag": shipment.MaxTag,
	"MaxTrackingNos": MaxTrackingNos, "MaxUnscannedHours": shipment.MaxUnscannedHours, "MaxURL": MaxURL,
}

// typeOf is a type of fields.csv, such as "text 100", and what reads it.
func typeOf(text string) (Type, fieldReader) {
	word, rest, _ := strings.Cut(text, " ")
	kind, known := kinds[word]
	t := Type{Name: kind.name}
	if t.Name == TypeChoice {
		if t.Choices = strings.Fields(rest); strings.HasPrefix(rest, "@") {
			t.Choices, known = choicesOf[rest[1:]]
		}
		rest = ""
	}
	var n [3]int64
	for i, limit := range strings.Fields(rest) {
		named, isNamed := limits[limit]
		number, err := strconv.ParseInt(limit, 10, 64)
		n[i], known = max(named, number), known && (isNamed || err == nil)
	}
	if !known {
		panic("fields.csv: no type " + text)
	}
	switch t.Name {
	case TypeInteger:
		t.Min, t.Max = n[0], n[1]
	case TypeDecimal:
		t.Digits, t.Places, t.Min = int(n[0]), int(n[1]), n[2]
	case TypeNumberList:
		if t.Max = n[0]; word == "extras" {
			t.Choices = texts(shipment.Extras())
		}
	default:
		t.MaxLength = int(n[0])
	}
	return t, kind.read
}

// columnsOf are the columns of a request, as fields.csv has them. The value of each is stored in the field of a T that has its name
// without underscores, in any case, or in a T that is no struct. None is required if p is optional. Fields with one place are names of one
// parameter: if several are sent, they must say the same.
func columnsOf[T any](request string, p presence) (columns []column[T]) {
	names := map[string]string{} // by place
	for _, row := range rowsOf[request] {
		t, read := typeOf(row[2])
		f := field(row[1], p && row[3] != "", t, row[5])
		place := strings.ToLower(cmp.Or(row[4], strings.ReplaceAll(f.Name, "_", "")))
		columns = append(columns, column[T]{Field: f, read: storing[T](f, names[place], place, read)})
		names[place] = f.Name
	}
	if columns == nil {
		panic("fields.csv: no request " + request)
	}
	return columns
}

// storing reads the value of a field, and stores it in the field of a T with a name. other is an earlier parameter with that
// place; "": none.
func storing[T any](f Field, other, name string, read fieldReader) func(Value, *T) Messages {
	var at []int
	whole := reflect.TypeFor[T]()
	for name := range strings.SplitSeq(name, ".") {
		if whole.Kind() != reflect.Struct {
			break
		}
		place, found := whole.FieldByNameFunc(func(n string) bool { return strings.EqualFold(n, name) })
		if !found {
			panic("fields.csv: no place for " + name + " in " + whole.String())
		}
		at, whole = append(at, place.Index...), place.Type
	}
	return func(v Value, to *T) Messages {
		got, problems := read(v, &f)
		if problems != nil {
			return problems
		}
		place := reflect.ValueOf(to).Elem()
		if at != nil {
			place = place.FieldByIndex(at)
		}
		if place.Kind() == reflect.Pointer && got.Kind() != reflect.Pointer { // else it was not sent
			place.Set(reflect.New(place.Type().Elem()))
			place = place.Elem()
		}
		if other != "" && !place.IsZero() && place.Interface() != got.Convert(place.Type()).Interface() {
			return Messages{problem.OtherTime.With(other)}
		}
		place.Set(got.Convert(place.Type()))
		return nil
	}
}

func tableOf[T any](request string) table[T] { return newTable(columnsOf[T](request, required)...) }

// bodyOf is newBody with the columns of a request.
func bodyOf[T any](request string) Body[T] { return newBody(columnsOf[T](request, required)...) }

// changeOf is newChange with the columns of a request.
func changeOf[T any](request string) Change[T] { return newChange(columnsOf[T](request, optional)...) }
