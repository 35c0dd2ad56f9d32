// Package public holds the pages for consignees, which everyone may read in a browser, rendered by the server: one
// file a page, its template beside it, and the words of each language in words/. Pages are in the
// reader's language. A page calls methods of the store, needs no script and loads nothing from other servers. SQL, JSON
// and routing do not belong here: the API's router maps the addresses.
package public
