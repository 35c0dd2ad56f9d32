package api

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// wholeLists are the operations that list all there is, by why they need no pages.
var wholeLists = map[string]string{
	"listTags":                "an account has at most 200 different tags",
	"listRules":               "an operator has few rules, and all are in force at once",
	"viewLabelStatus":         "it lists the orders of one file of labels, at most 1000",
	"listServices":            "lanes are few, and clients read all of them to choose one",
	"listAllServices":         "as listServices",
	"portalServices":          "the form of the original's portal: a list without an object",
	"portalBatchNumbers":      "the form of the original's portal: a list without an object",
	"originalList":            "the form of the original's lists: texts without an object",
	"relatedUpdates":          "the form of the original's tracker: a list without an object",
	"searchHsCodes":           "the best hits of a search, as many as limit says",
	"listOrderTemplates":      "an account has at most 100 templates",
	"listManifests":           "the versions of the manifest of one consignment",
	"viewManifest":            "the manifests of the parcels of one file, at most 1000",
	"viewConsignmentManifest": "the manifest of one consignment, which is compared as a whole",
	"checkConsignment":        "what is wrong with one consignment, at most one finding for each parcel",
	"listManifestTemplates":   "an operator has few templates",
	"listHubs":                "an operator has few hubs",
	"listEndpoints":           "an account has at most 16 endpoints",
	"listKeys":                "the live keys of an account",
	"listAccountKeys":         "the live keys of an account",
	"listPartners":            "an operator has few partners",
	"viewStats":               "the counts of at most 31 days",
	"explainOrder":            "what one order waits for",
	"viewRule":                "one rule",
	"viewOrder":               "one order",
	"viewInbound":             "one arrival",
	"viewConsignment":         "one consignment",
	"viewRun":                 "one run",
	"viewHandover":            "one list, with at most 100 parcels that stop it",
	"viewParcelJob":           "one job",
	"viewImport":              "one import",
	"viewSubmission":          "one submission",
	"viewCancellation":        "one cancellation",
	"viewServiceLabels":       "the labels of one service",
	"viewUser":                "one user",
	"getCustomsData":          "the customs data of one order",
}

// timeFilters are the words for times in queries; others are exceptions, by the operations that keep them.
var timeFilters = []string{"created_from", "created_to", "updated_from", "updated_to"}

// keptTimes are earlier spellings, which are accepted: deprecated, unless the interface document has them.
var keptTimes = map[string][]string{
	"viewOrders":   {"date_from", "date_to"}, // of the interface document: not deprecated
	"exportOrders": {"date_from", "date_to"}, "viewManifest": {"date_from", "date_to"}, "listParcels": {"date_from", "date_to"},
	"viewEvents": {"date_from", "date_to"}, "viewAuditLog": {"from", "until"}, "viewAccountAuditLog": {"from", "until"},
	"listSubmissions": {"created_before"}, "listCancellations": {"created_before"},
}

// TestListsPageInOneWay: each operation that lists pages by cursor and limit, and responds with next_cursor and results; and a time is
// filtered by the same word everywhere.
func TestListsPageInOneWay(t *testing.T) {
	c := openAPIContract()
	lists, seen, kept := 0, map[string]bool{}, map[string][]string{}
	eachOperation(c, func(name string, operation place) {
		if !strings.HasPrefix(name, "GET ") {
			return
		}
		id := operation.value.(map[string]any)["operationId"].(string)
		query := map[string]map[string]any{}
		for _, p := range c.parameters(operation) {
			if parameter := p.value.(map[string]any); parameter["in"] == "query" {
				query[parameter["name"].(string)] = parameter
			}
		}
		for parameter, of := range query {
			switch isOld := slices.Contains(keptTimes[id], parameter); {
			case isOld && isTrue(of["deprecated"]) == (id == "viewOrders"):
				t.Errorf("%s: %s is deprecated: %v", id, parameter, of["deprecated"])
			case isOld:
				kept[id] = append(kept[id], parameter)
			case isTime(parameter) && !slices.Contains(timeFilters, parameter):
				t.Errorf("%s filters a time by %s, not by one of %v", id, parameter, timeFilters)
			}
		}
		schema, hasJSON := c.at(operation, "responses", "200", "content", "application/json", "schema")
		if !hasJSON {
			return
		}
		_, pages := query["cursor"]
		if !pages {
			if has := c.listsIn(schema); has != (wholeLists[id] != "") {
				t.Errorf("%s has a list: %t, and is listed without pages because %q", id, has, wholeLists[id])
			}
			seen[id] = true
			return
		}
		lists++
		limit, _ := query["limit"]["schema"].(map[string]any)
		if most := c.pageOf(schema); !most || limit == nil || id != "viewOrders" && (limit["minimum"] == nil || limit["maximum"] == nil) {
			t.Errorf("%s: a page has next_cursor and results: %t; its limit: %v", id, most, limit)
		}
	})
	for id := range wholeLists {
		if !seen[id] {
			t.Errorf("no list without pages is called %s", id)
		}
	}
	for id, names := range keptTimes {
		if slices.Sort(kept[id]); !slices.Equal(kept[id], names) {
			t.Errorf("%s has the earlier spellings %v, want %v", id, kept[id], names)
		}
	}
	if lists < 25 {
		t.Errorf("only %d lists have pages", lists)
	}
}

// isTime reports whether a parameter selects by a time.
func isTime(name string) bool {
	for _, word := range []string{"from", "to", "until", "since", "before", "after"} {
		if name == word || strings.HasSuffix(name, "_"+word) {
			return true
		}
	}
	return false
}

// listsIn reports whether objects of a schema have a list of objects, or are one.
func (c *contract) listsIn(schema place) bool {
	for _, s := range c.alternatives(schema) {
		if kind, _ := c.at(s, "type"); kind.value == "array" {
			return true
		}
		properties, _ := c.at(s, "properties")
		all, _ := properties.value.(map[string]any)
		for name := range all {
			if property, _ := c.at(properties, name); property.value.(map[string]any)["type"] == "array" {
				return true
			}
		}
	}
	return false
}

// pageOf reports whether an alternative of a schema has next_cursor and results.
func (c *contract) pageOf(schema place) bool {
	return slices.ContainsFunc(c.alternatives(schema), func(s place) bool {
		object, _ := s.value.(map[string]any)
		properties, _ := object["properties"].(map[string]any)
		names := slices.Sorted(maps.Keys(properties))
		needed, _ := object["required"].([]any)
		return slices.Equal(names, []string{"next_cursor", "results"}) && len(needed) == 2
	})
}

// alternatives are the schemas that a schema is made of.
func (c *contract) alternatives(schema place) (all []place) {
	all = append(all, schema)
	for _, way := range []string{"anyOf", "oneOf", "allOf"} {
		parts, _ := c.at(schema, way)
		for _, part := range c.elements(parts) {
			all = append(all, c.alternatives(part)...)
		}
	}
	return all
}
