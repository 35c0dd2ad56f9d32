package request

import (
	"encoding/json"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// AddNote is the body of a request for a note.
var AddNote = bodyOf[string]("add_note")

// The lists of a request to change tags.
const (
	addField    = "add"
	removeField = "remove"
)

// TagsRequest is a request to change the tags of orders.
type TagsRequest struct {
	TrackingNos []string // as they were sent
	Add, Remove []string // as of shipment.TagOf
}

// EditTags is the body of a request to change the tags of orders.
var EditTags = newBody[TagsRequest]().also(readTagChange, addField, removeField).
	withNumbers(MaxEdited, func(r *TagsRequest) *[]string { return &r.TrackingNos })

func readTagChange(f *Form, r *TagsRequest, problems Problems) Problems {
	var wrongAdd, wrongRemove Messages
	r.Add, wrongAdd = readTags(f.get(addField))
	r.Remove, wrongRemove = readTags(f.get(removeField))
	problems = problems.with(addField, asNode(wrongAdd)).with(removeField, asNode(wrongRemove))
	if problems == nil && len(r.Add)+len(r.Remove) == 0 {
		problems = Problems{{NonFieldErrors, Messages{problem.NoTagChange}}}
	}
	return problems
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
			return nil, Messages{msgNotTag}
		}
		tags[i] = tag
	}
	return tags, nil
}

var msgNotTag = problem.NotTag.With(shipment.MaxTag)

// readTag reads a tag to filter by.
var readTag = spelled(readText, shipment.TagOf, saying(msgNotTag))
