// Package console is the pages that people read in a browser, rendered by the server: one
// file a page, its template beside it. Requests enter; HTML in the reader's language
// leaves. Pages call store verbs, need no script, and load nothing from elsewhere. No SQL,
// no JSON and no routing here: the API's router names the addresses.
package console
