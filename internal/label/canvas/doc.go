// Package canvas is what documents are drawn on: a page, rectangles, lines and text
// runs enter in millimetres; PDF, 1-bit PNG or ZPL II leaves, the same bytes for the
// same drawing. What is drawn where may not be here.
package canvas
