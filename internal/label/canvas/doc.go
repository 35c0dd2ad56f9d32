// Package canvas writes drawings to files. It takes rectangles, lines and text runs in millimetres, page
// by page, and returns PDF, 1-bit PNG or ZPL II, the same bytes for the same drawing. It also embeds font subsets and
// copies finished pages. The layout of documents does not belong here.
package canvas
