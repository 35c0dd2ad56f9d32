// Package orderform converts between the HTML form of an order or a return and the JSON of the API: the fields in
// people's words and in groups, the body of a request, the problems of its response at the fields of the form, and the form
// of an order that exists. Text is shown again as it was typed. HTTP and HTML do not
// belong here.
package orderform
