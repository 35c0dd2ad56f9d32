// Package pages encodes finished PDF pages so that any PDF can include them without parsing PDF: their
// objects as text, with the positions of the references between them. Package inspect
// encodes the pages of a partner's label; the canvas decodes them, numbers the objects and copies them. For printers that
// need dots, it also encodes pages as pictures. How PDF is parsed does not belong here.
package pages
