package sanctions

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

var today = time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)

// list reads a file of testdata.
func list(t *testing.T, name string) (Head, string) {
	t.Helper()
	file, err := os.Open("testdata/" + name + ".xml")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	head, text, err := Read(file, name, today)
	if err != nil {
		t.Fatal(err)
	}
	return head, text
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		head  Head
		lines string
	}{
		"un": {Head{"un", "2026-11-27", today, 2, 6}, "QDi.901\tAbu Example al-Sampli\nQDi.901\tMusa\nQDi.901\tIGOR EXAMPLOV SAMPLOVICH\n" +
			"QDi.901\tИгорь Самплович Экзамплов\nKPe.902\tSamplex\nKPe.902\tSample & Sons Trading Co.\nKPe.902\t王小明\n"},
		"ofac": {
			Head{"ofac", "2026-11-25", today, 2, 4},
			"90036\tAERO-EXAMPLE\n90036\tEXAMPLE AIRLINES\n90037\tJane Sample\n90037\tJane Q'ara DOÉ\n",
		},
		"eu": {Head{"eu", "2026-11-20", today, 1, 2}, "EU.901.28\tIgor Samplovich Examplov\nEU.901.28\tЭкзамплов\n"},
	} {
		want.head.Names = strings.Count(want.lines, "\n")
		head, text := list(t, name)
		first, lines, _ := strings.Cut(text, "\n")
		if head != want.head || lines != want.lines || !strings.HasPrefix(first, `{"list":"`+name+`","day":"2026-11-2`) {
			t.Errorf("%s: %+v\n%s", name, head, text)
		}
	}
}

// TestReadPart: what a file of the EU says about nobody's name, a byte order mark, and a file without a day.
func TestReadPart(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", MaxName/2)
	head, text, err := Read(strings.NewReader("\ufeff<export><sanctionEntity logicalId='1'><nameAlias wholeName='"+long+
		"'/><nameAlias wholeName='"+long+"e'/><nameAlias wholeName=' A&#9;B '/></sanctionEntity></export>"), "eu", today)
	if err != nil || head.Day != "2026-11-29" || head.Names != 2 || !strings.HasSuffix(text, long+"\n\tA B\n") {
		t.Errorf("%+v, %v: %s", head, err, text)
	}
	if old := head.DaysOld(today.AddDate(0, 0, 91)); old != 91 {
		t.Errorf("%d days old", old)
	}
}

// names is a file of the EU with one entry for each name.
func names(n int) io.Reader {
	var b strings.Builder
	b.WriteString("<export generationDate='2026-11-20T15:51:25.849+01:00'>")
	for i := range n {
		fmt.Fprintf(&b, `<sanctionEntity euReferenceNumber="EU.%d.1">`, i)
		fmt.Fprintf(&b, `<nameAlias wholeName="Examplov Sample%d of the Company"/></sanctionEntity>`, i)
	}
	b.WriteString("</export>")
	return strings.NewReader(b.String())
}

// endless repeats a text.
type endless struct{ text string }

func (e endless) Read(p []byte) (n int, err error) {
	for n+len(e.text) <= len(p) {
		n += copy(p[n:], e.text)
	}
	if n == 0 { // a reader that gives nothing again and again is broken
		n = copy(p, strings.Repeat(" ", len(p)))
	}
	return n, nil
}

func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile("testdata/un.xml")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file io.Reader
		want string
	}{
		"another list":   {strings.NewReader(`<sdnList/>`), `the file begins with "sdnList": want CONSOLIDATED_LIST, the list un as XML`},
		"an entry alone": {strings.NewReader(`<INDIVIDUAL/>`), `the file begins with "INDIVIDUAL": want`},
		"CSV":            {strings.NewReader("36,\"DOE, Jane\"\n"), "the file has no names"},
		"nothing":        {strings.NewReader(""), "the file has no names"},
		"no entries":     {strings.NewReader("<CONSOLIDATED_LIST/>"), "the file has no names"},
		"cut off":        {strings.NewReader(string(whole[:len(whole)-400])), "the file is not XML, or is cut off: XML syntax error on line "},
	} {
		if _, _, err := Read(c.file, "un", today); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if head, _, err := Read(names(MaxNames), "eu", today); err != nil || head.Names != MaxNames {
		t.Errorf("%+v, %v", head, err)
	}
	if _, _, err := Read(names(MaxNames+1), "eu", today); err == nil || err.Error() != "the file has more than 200000 names" {
		t.Errorf("one name too many: %v", err)
	}
	if testing.Short() {
		return
	}
	blanks := io.MultiReader(strings.NewReader("<export>"), endless{strings.Repeat("<a/>", 1000)})
	if _, _, err := Read(blanks, "eu", today); err == nil || err.Error() != "the file is larger than 256 MiB" {
		t.Errorf("a large file: %v", err)
	}
}
