package request

import (
	"encoding/json"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// NoteFields are the fields of a request for a note.
func NoteFields() []Field { return noteTable.fields() }

var noteTable = newTable(
	text("text", required, shipment.MaxNoteText, "What is noted.", func(note *string) *string { return note }),
)

// NoteShape is the shape of a request for a note.
func NoteShape() *Shape { return noteShape }

var noteShape = ownShape(noteTable.keys...)

// ReadNote reads the text of a note.
func ReadNote(f *Form) (note string, problems Problems) { return noteTable.readBody(f) }

// The lists of a request to change tags.
const (
	addField    = "add"
	removeField = "remove"
)

// TagsShape is the shape of a request to change the tags of orders.
func TagsShape() *Shape { return tagsShape }

var tagsShape = func() *Shape {
	s := ownShape(addField, removeField).withList(trackingNos, MaxEdited, numberShape)
	s.whole.add(s.slots[addField])
	s.whole.add(s.slots[removeField])
	return s
}()

// TagsRequest is a request to change the tags of orders.
type TagsRequest struct {
	TrackingNos []string // as they were sent
	Add, Remove []string // as of shipment.TagOf
}

// ReadTags reads a request to change the tags of orders.
func ReadTags(f *Form) (r TagsRequest, problems Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return r, problems
	}
	var wrong Node
	var wrongAdd, wrongRemove Messages
	r.TrackingNos, wrong = readElements(f, readNumberElement)
	r.Add, wrongAdd = readTags(f.get(addField))
	r.Remove, wrongRemove = readTags(f.get(removeField))
	problems = problems.with(trackingNos, wrong).with(addField, wrongAdd.node()).with(removeField, wrongRemove.node())
	if problems == nil && len(r.Add)+len(r.Remove) == 0 {
		problems = Problems{{nonFieldErrors, Messages{problem.NoTagChange}}}
	}
	return r, problems
}

// readTexts reads a list of texts, of at most most. The shape keeps it whole.
func readTexts(v Value, most int) (texts []string, problems Messages) {
	switch {
	case !v.given():
	case v.Kind != Array:
		return nil, Messages{problem.NotList.With(v.TypeName())}
	case json.Unmarshal([]byte(v.Text), &texts) != nil:
		return nil, Messages{problem.NotText}
	case len(texts) > most:
		return nil, Messages{problem.MaxElements.With(most)}
	}
	return texts, nil
}

func readTags(v Value) (tags []string, problems Messages) {
	if tags, problems = readTexts(v, shipment.MaxTags); problems != nil {
		return nil, problems
	}
	for i, text := range tags {
		tag, ok := shipment.TagOf(text)
		if !ok {
			return nil, msgNotTag
		}
		tags[i] = tag
	}
	return tags, nil
}

var msgNotTag = Messages{problem.NotTag.With(shipment.MaxTag)}

// readTag reads a tag to filter by.
func readTag(v Value, f *Field) (string, Messages) {
	text, problems := readText(v, f)
	if problems != nil || text == "" {
		return "", problems
	}
	tag, ok := shipment.TagOf(text)
	if !ok {
		return "", msgNotTag
	}
	return tag, nil
}
