// Package canvas writes drawings to files. Rectangles, lines and text runs enter in millimetres, page by
// page; PDF, 1-bit PNG or ZPL II leaves, the same bytes for the same drawing. It also embeds font subsets and
// copies finished pages. The layout of documents does not belong here.
package canvas
