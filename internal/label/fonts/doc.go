// Package fonts is the case of type: the embedded faces (Noto, SIL Open Font License
// 1.1, see the OFL files beside them), which of them serves a script, and a glyph's
// outline as a Type 2 charstring. Font files enter; parsed fonts and outlines leave,
// parsed on first use and shared. No layout and no file format may be here.
package fonts
