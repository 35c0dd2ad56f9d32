package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// object is an object of JSON. Its keys are written in their order, so that the file changes only with the document.
type object = map[string]any

// collectionOperation is the part of an operation of the document that a request of the collection has.
type collectionOperation struct {
	Tags        []string             `json:"tags"`
	Summary     string               `json:"summary"`
	Description string               `json:"description"`
	Security    []object             `json:"security"`
	Parameters  []collectionArgument `json:"parameters"`
	RequestBody struct {
		Content map[string]struct {
			Examples map[string]struct {
				Value json.RawMessage `json:"value"`
			} `json:"examples"`
		} `json:"content"`
	} `json:"requestBody"`
}

type collectionArgument struct {
	Ref         string `json:"$ref"`
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
}

// postmanCollection is the document as a collection of Postman, which Bruno and Insomnia import, too: a folder for each tag,
// a request with an example for each operation.
func postmanCollection(document []byte) []byte {
	var parsed struct {
		Paths      map[string]map[string]collectionOperation `json:"paths"`
		Components struct {
			Parameters map[string]collectionArgument `json:"parameters"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document, &parsed); err != nil {
		panic(err)
	}
	folders := map[string][]object{}
	for _, path := range slices.Sorted(maps.Keys(parsed.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(parsed.Paths[path])) {
			operation := parsed.Paths[path][method]
			for i, p := range operation.Parameters {
				if p.Ref != "" {
					operation.Parameters[i] = parsed.Components.Parameters[refName(p.Ref)]
				}
			}
			tag := operation.Tags[0]
			folders[tag] = append(folders[tag], collectionRequest(path, strings.ToUpper(method), operation))
		}
	}
	var items []object
	for _, tag := range slices.Sorted(maps.Keys(folders)) {
		items = append(items, object{"name": tag, "item": folders[tag]})
	}
	collection := object{
		"info": object{
			"name": "Waybill", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
			"description": "Every operation of Waybill. Set the variables server and key. " + generatedNote,
		},
		"auth":     object{"type": "bearer", "bearer": []object{{"key": "token", "value": "{{key}}", "type": "string"}}},
		"variable": []object{{"key": "server", "value": "http://127.0.0.1:8080"}, {"key": "key", "value": ""}},
		"item":     items,
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(collection); err != nil {
		panic(err)
	}
	return text.Bytes()
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

func collectionRequest(path, method string, operation collectionOperation) object {
	address := "{{server}}" + pathParameter.ReplaceAllString(path, ":$1")
	url := object{"raw": address, "host": []string{"{{server}}"}, "path": strings.Split(strings.TrimPrefix(
		pathParameter.ReplaceAllString(path, ":$1"), "/"), "/")}
	headers, query, variables := []object{}, []object{}, []object{}
	for _, p := range operation.Parameters {
		argument := object{"key": p.Name, "value": "", "description": p.Description}
		switch {
		case p.In == "path":
			variables = append(variables, argument)
		case p.In == "query":
			argument["disabled"] = !p.Required
			query = append(query, argument)
		case p.Name == "Idempotency-Key":
			argument["value"] = "{{$guid}}"
			headers = append(headers, argument)
		}
	}
	url["query"], url["variable"] = query, variables
	request := object{"method": method, "url": url, "header": headers, "description": operation.Description}
	if len(operation.Security) == 0 {
		request["auth"] = object{"type": "noauth"}
	}
	if content, ok := operation.RequestBody.Content["application/json"]; ok {
		for _, name := range slices.Sorted(maps.Keys(content.Examples))[:1] {
			var body bytes.Buffer
			if err := json.Indent(&body, content.Examples[name].Value, "", "  "); err != nil {
				panic(err)
			}
			request["body"] = object{"mode": "raw", "raw": body.String(), "options": object{"raw": object{"language": "json"}}}
		}
	} else if len(operation.RequestBody.Content) > 0 {
		request["body"] = object{"mode": "file", "file": object{}}
	}
	return object{"name": operation.Summary, "request": request, "response": []object{}}
}
