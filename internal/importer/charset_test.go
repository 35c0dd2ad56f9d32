package importer_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"waybill/internal/importer"
)

func TestCharsets(t *testing.T) {
	for _, c := range []struct {
		encoding encoding.Encoding
		text     string
		want     string
		guessed  bool
	}{
		{encoding.Nop, "Jürgen Müller", "utf-8", false},
		{unicode.UTF8BOM, "Jürgen Müller", "utf-8", false},
		{unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "Jürgen 王小明", "utf-16le", false},
		{unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "Jürgen 王小明", "utf-16be", false},
		{unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "Jürgen Müller", "utf-16le", true},
		{unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "Jürgen Müller", "utf-16be", true},
		{charmap.Windows1252, "Jürgen Müller, Königstraße", "windows-1252", true},
		{charmap.Windows1251, "Иван Петров, ул. Ленина", "windows-1251", true},
		{charmap.Windows874, "สมชาย ใจดี ถนนสุขุมวิท", "windows-874", true},
		{simplifiedchinese.GBK, "王小明 北京市朝阳区建国路88号", "gbk", true},
		{traditionalchinese.Big5, "王小明 台北市信義區信義路五段7號", "big5", true},
		{japanese.ShiftJIS, "山田太郎 東京都渋谷区神南１丁目", "shift_jis", true},
		{korean.EUCKR, "김철수 서울특별시 강남구 테헤란로", "euc-kr", true},
	} {
		file, err := c.encoding.NewEncoder().String("order no;name\nA-1;" + c.text + "\n" + strings.Repeat("B-1;John Smith\n", 50))
		if err != nil {
			t.Fatal(err)
		}
		table := read(t, file)
		if table.Charset != c.want || table.CharsetGuessed != c.guessed ||
			table.Row(0).Cell(1).Text != c.text || table.Headings[0] != "order no" {
			t.Errorf("%s is read as %s (guessed: %v): %q", c.want, table.Charset, table.CharsetGuessed, table.Row(0).Cell(1).Text)
		}
		if !c.guessed {
			continue
		}
		named, err := importer.Read(t.Context(), nil, []byte(file), importer.ReadOptions{Charset: c.want})
		if err != nil || named.CharsetGuessed || named.Row(0).Cell(1).Text != c.text {
			t.Errorf("%s by its name: %v", c.want, err)
		}
	}
}
