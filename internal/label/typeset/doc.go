// Package typeset turns text of any script into lines of positioned glyphs: cleaning and normalising, a font
// for each grapheme cluster, bidirectional order, HarfBuzz shaping and line breaking. It
// takes strings, and returns paragraphs and lines broken to a width, measured in 1/1000 em so that one shaping serves every size.
// Pages and file formats do not belong here.
package typeset
