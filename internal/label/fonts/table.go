package fonts

import "github.com/go-text/typesetting/language"

// face describes one font. Ascent and descent are the line box in 1/1000 em, as the letters of real addresses
// need it: less than the font's own hhea for Latin, and up to 1.65 em for stacked Khmer and Myanmar.
type face struct {
	file            string
	bold            string // file of the bold font, "" for one that is made
	scripts         []language.Script
	ascent, descent int
}

// faces are listed in the order in which they are searched for a character. The first one has the digits and
// punctuation of every script.
var faces = []face{
	{"NotoSans-Regular.ttf", "NotoSans-Bold.ttf", []language.Script{language.Latin, language.Greek, language.Cyrillic}, 930, 250},
	{
		"LabelCJK-gbk.otf", "",
		[]language.Script{language.Han, language.Hiragana, language.Katakana, language.Hangul, language.Bopomofo},
		900, 260,
	},
	{"NotoSansThai-Regular.ttf", "NotoSansThai-Bold.ttf", []language.Script{language.Thai}, 1060, 330},
	{"NotoSansArabic-Regular.ttf", "", []language.Script{language.Arabic}, 1000, 450},
	{"NotoSansDevanagari-Regular.ttf", "", []language.Script{language.Devanagari}, 980, 400},
	{"NotoSansBengali-Regular.ttf", "", []language.Script{language.Bengali}, 960, 420},
	{"NotoSansTamil-Regular.ttf", "", []language.Script{language.Tamil}, 930, 380},
	{"NotoSansKhmer-Regular.ttf", "", []language.Script{language.Khmer}, 1000, 650},
	{"NotoSansMyanmar-Regular.ttf", "", []language.Script{language.Myanmar}, 1000, 650},
	{"NotoSansLao-Regular.ttf", "", []language.Script{language.Lao}, 1080, 360},
	{"NotoSansHebrew-Regular.ttf", "", []language.Script{language.Hebrew}, 930, 300},
	{"NotoSansTelugu-Regular.ttf", "", []language.Script{language.Telugu}, 950, 500},
	{"NotoSansKannada-Regular.ttf", "", []language.Script{language.Kannada}, 950, 500},
	{"NotoSansMalayalam-Regular.ttf", "", []language.Script{language.Malayalam}, 930, 420},
	{"NotoSansGujarati-Regular.ttf", "", []language.Script{language.Gujarati}, 980, 400},
	{"NotoSansGurmukhi-Regular.ttf", "", []language.Script{language.Gurmukhi}, 980, 400},
	{"NotoSansSinhala-Regular.ttf", "", []language.Script{language.Sinhala}, 980, 400},
	{"NotoSansArmenian-Regular.ttf", "", []language.Script{language.Armenian}, 930, 280},
	{"NotoSansGeorgian-Regular.ttf", "", []language.Script{language.Georgian}, 930, 280},
	{"NotoSansEthiopic-Regular.ttf", "", []language.Script{language.Ethiopic}, 930, 280},
}
