// Package fonts holds the embedded fonts (Noto, SIL Open Font License 1.1, see the OFL files beside them) and
// chooses the font for a script. It takes font files, and returns parsed fonts, glyph outlines and Type 2 charstrings,
// parsed on first use and shared by all workers. bold.go makes the bold fonts of scripts that have no file for
// it. Layout and file formats do not belong here.
package fonts
