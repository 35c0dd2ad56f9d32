package partnerlabel

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
)

// The beginnings of labels as FedEx and UPS draw them, with what follows each of their commands.
const (
	fedExLabel = "^XA^CF,0,0,0^PR12^MD30^PW800^POI^CI13^LH0,20\n^FO12,139^GB753,2,2^FS\n^FO32,10^AdN,0,0^FWN^FH^FDORIGIN ID:LOMA ^FS\n" +
		"^FO28,747^A0N,24,24^FWN^FH^FDTRK#^FS\n^FO40,900^BY2,3^BCN,200,N,N,N,N^FWN^FD>;9622^FS\n^FO30,300^B7N,10,5,14^FH^FD[)>_1E01_1D^FS\n" +
		"^FO620,1140^GFA,12,12,3,FFFFFF00\n00,:FFFF^FS\n^PQ1\n^XZ\n"
	upsLabel = "^XA^LRN^MNY^MFN,N^LH15,12^MCY^POI^PW840^CI27\n^FT20,630^CVY^BD3^FH_^FD38738036071 [)>_1E01^FS" +
		"^FT15,23^A0N,20,24^FVSHIP FROM^FS^FO0,147^GB800,4,4^FS^FT790,22^A0N,26,30^FB100,1,0,R^FD1 OF 1^FS^XZ"
)

func TestCleanZPL(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"\n^XA^FDx^FS^XZ\n":                  "\n^XA^FDx^FS^XZ\n",
		"^xa^fo1,2^ft3,4^xz":                 "^xa^fo1,2^ft3,4^xz",
		fedExLabel:                           strings.Replace(fedExLabel, "^PR12^MD30", "", 1),
		upsLabel:                             strings.NewReplacer("^MNY^MFN,N", "", "^MCY", "").Replace(upsLabel),
		"^XA^LL3658,Y\n^LL^ll1218^XZ":        "^XA^LL3658,Y\n^LL^ll1218^XZ",
		"^MNY^XA^mmT^XZ^prA":                 "^XA^XZ",
		"^XA^GFA,8,8,1,:Z64:eJw=:1D0F^FS^XZ": "^XA^GFA,8,8,1,:Z64:eJw=:1D0F^FS^XZ",
		"^XA^A@N,50,50,E:ARIAL.TTF^FDสวัสดี^FS^PQ1,0,1,Y^XZ": "^XA^A@N,50,50,E:ARIAL.TTF^FDสวัสดี^FS^PQ1,0,1,Y^XZ",
	} {
		if got, err := cleanZPL([]byte(label)); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v; want %q", label, got, err, want)
		}
	}
}

func TestZPLThatIsRefused(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"^XA~JR^XZ": `"~JR"`, "^XA^JUF^XZ": `"^JU"`, "^XA^jus^XZ": `"^ju"`, "~JA^XA^XZ": `"~JA"`, "^XA^XZ^XA^FD2^XZ": "one format",
		"^XA^IDR:*.*^XZ": `"^ID"`, "^XA^ND2,P^XZ": `"^ND"`, "^XA~DGR:A.GRF,1,1,00^XZ": `"~DG"`, "^XA^DFR:A.ZPL^FS^XZ": `"^DF"`,
		"^CC!^XA!JUF^XZ": `"^CC"`, "^XA^CT+^XZ": `"^CT"`, "^XA~CD;^XZ": `"~CD"`, "^XA^MUI^XZ": `"^MU"`, "^XA^LT9^XZ": `"^LT"`,
		"^XA^PQ2^XZ": "^PQ", "^XA^PQ1,1^XZ": "^PQ", "^XA^PQ1,0,9^XZ": "^PQ", "^XA^PQ^XZ": "^PQ",
		"^XA^FD\x1eJUF^XZ": "0x1e", "^XA\x10JR^XZ": "0x10", "\x02^FDx\x03": "0x02", "^XA^GFA,\x00^XZ": "0x00",
		"^XA^GFB,4,4,1,~JR.^FS^XZ": "binary", "^XA^gfc,4,4,1,~JR.^FS^XZ": "binary", "^XA^GF,4^XZ": "binary",
		"^XA^F^JUF^XZ": `"^F"`, "^XA^^XZ": `"^"`, "^XA^FD 5 ~ 6^FS^XZ": `"~ 6"`, "^XA^J\nUF^XZ": `"^J\n"`, "^XA^\nJUF^XZ": `"^\nJ"`,
		"x^XA^XZ": "one format", "^XA^XZx": "one format", "^FO1,1^XA^XZ": "one format", "^XA^XZ^FDx": "one format",
		"^XA^LL3659^XZ": "3658 dots", "^XA^ll32000,Y^FS^XZ": "^LL", "^XA^LL99999^XZ": "^LL", "^XA^LL+32000^XZ": "^LL", "^XA^LL1e4^XZ": "^LL",
		"^XA^FDx": "one format", "^XZ": "one format", "": "one format", "^XA^XA^XZ": "one format", "^XZ^XA": "one format",
	} {
		got, err := cleanZPL([]byte(label))
		refused, ok := errors.AsType[*RefusedError](err)
		if !ok || got != nil || !strings.Contains(refused.Reason, want) {
			t.Errorf("%q: %q, %v; want %s", label, got, err, want)
		}
	}
}

// FuzzCleanZPL: what is sent to printers has allowed commands alone, and cleaning it again changes nothing.
func FuzzCleanZPL(f *testing.F) {
	for _, label := range []string{fedExLabel, upsLabel, "^XA^GFB,4,4,1,~JR.^FS^XZ", "^xa^PQ1,0,1,Y^xz", "^XA\x1eJU^XZ"} {
		f.Add([]byte(label))
	}
	commands := regexp.MustCompile(`(?s)[\^~\x10\x1e](..?)?`)
	f.Fuzz(func(t *testing.T, label []byte) {
		clean, err := cleanZPL(label)
		if err != nil {
			return
		}
		for _, found := range commands.FindAllSubmatch(clean, -1) {
			if name := string(bytes.ToUpper(found[1])); found[0][0] != '^' || !allowedZPL[name] && !isFont(name) {
				t.Errorf("%q has the command %q", clean, found[0])
			}
		}
		if again, err := cleanZPL(clean); err != nil || !bytes.Equal(again, clean) {
			t.Errorf("%q becomes %q, %v", clean, again, err)
		}
	})
}
