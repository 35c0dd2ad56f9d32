package sanctions

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Bounds of the files.
const (
	MaxFile  = 256 << 20 // bytes
	MaxNames = 200_000
	// MaxName is how many bytes a name has at most. A longer one is left out: the name of a party has at most 255 characters.
	MaxName = 512
)

// Head says what a list is.
type Head struct {
	List     string    `json:"list"`      // one of Lists
	Day      string    `json:"day"`       // on which it was published, YYYY-MM-DD; of a file that does not say it, loaded
	LoadedOn time.Time `json:"loaded_on"` // in UTC
	Entries  int       `json:"entries"`   // people and organisations
	Names    int       `json:"names"`
}

// DaysOld is how many days ago the list was published.
func (h Head) DaysOld(now time.Time) int {
	day, _ := time.Parse(time.DateOnly, h.Day) // as Read wrote it
	return int(now.Sub(day).Hours() / 24)
}

// Lists are the lists: the consolidated list of the European Union, the list SDN of the Office of Foreign Assets Control, and the
// consolidated list of the United Nations.
var Lists = []string{"eu", "ofac", "un"}

// roots are the root elements of their files.
var roots = map[string]string{"eu": "export", "ofac": "sdnList", "un": "CONSOLIDATED_LIST"}

// entries are the elements of entries of all lists.
var entries = []string{"INDIVIDUAL", "ENTITY", "sdnEntry", "sanctionEntity"}

// entry is an entry of any list.
type entry struct {
	Reference   string  `xml:"REFERENCE_NUMBER"`
	UID         string  `xml:"uid"`
	EUReference string  `xml:"euReferenceNumber,attr"`
	Kind        string  `xml:"sdnType"`
	Names       []named `xml:"akaList>aka"`
	OtherNames  []named `xml:",any"` // INDIVIDUAL_ALIAS, ENTITY_ALIAS, nameAlias, and elements without names
	named
}

// named is a name. Each list has other parts of it.
type named struct {
	First     string `xml:"FIRST_NAME"`
	Second    string `xml:"SECOND_NAME"`
	Third     string `xml:"THIRD_NAME"`
	Fourth    string `xml:"FOURTH_NAME"`
	FirstName string `xml:"firstName"`
	LastName  string `xml:"lastName"`
	Alias     string `xml:"ALIAS_NAME"`
	Whole     string `xml:"wholeName,attr"`
	Original  string `xml:"NAME_ORIGINAL_SCRIPT"` // another name
}

// Read reads the XML of a list, and returns the list as a text: a Head as JSON, then a line for each name, with the id of its entry, a
// tab, and the name. Ships and aircraft are left out: they send and receive no parcels. Returns an error if the file is not the list, is
// cut off, or has more than MaxFile bytes or MaxNames names.
func Read(file io.Reader, list string, now time.Time) (head Head, text string, err error) {
	limited := &io.LimitedReader{R: file, N: MaxFile + 1}
	head = Head{List: list, LoadedOn: now.UTC().Truncate(time.Second), Day: now.UTC().Format(time.DateOnly)}
	var lines strings.Builder
	err = head.read(xml.NewDecoder(limited), &lines)
	switch {
	case limited.N == 0:
		err = fmt.Errorf("the file is larger than %d MiB", MaxFile>>20)
	case err == nil && head.Names == 0:
		err = errors.New("the file has no names")
	}
	first, _ := json.Marshal(head) // it has no value that JSON cannot have
	return head, string(first) + "\n" + lines.String(), err
}

func (h *Head) read(d *xml.Decoder, lines *strings.Builder) error {
	root := roots[h.List]
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if element, isStart := token.(xml.StartElement); isStart {
			switch name := element.Name.Local; {
			case root != "" && name != root:
				return fmt.Errorf("the file begins with %q: want %s, the list %s as XML", name, root, h.List)
			case root != "":
				for _, a := range element.Attr { // dateGenerated, generationDate
					h.publishedOn(a.Value)
				}
				root = ""
			case name == "Publish_Date":
				var day string
				err = d.DecodeElement(&day, &element)
				h.publishedOn(day)
			case slices.Contains(entries, name):
				var e entry
				err = d.DecodeElement(&e, &element)
				h.add(&e, lines)
			}
		}
		if err != nil {
			return fmt.Errorf("the file is not XML, or is cut off: %w", err)
		} else if h.Names > MaxNames {
			return fmt.Errorf("the file has more than %d names", MaxNames)
		}
	}
}

// publishedOn takes a time such as 2026-11-27T23:00:03Z or 11/27/2026 of the list; another text is none.
func (h *Head) publishedOn(text string) {
	for _, layout := range []string{time.DateOnly, "01/02/2006"} {
		if day, err := time.Parse(layout, text[:min(len(text), len(layout))]); err == nil {
			h.Day = day.Format(time.DateOnly)
		}
	}
}

func (h *Head) add(e *entry, lines *strings.Builder) {
	if e.Kind == "Vessel" || e.Kind == "Aircraft" {
		return
	}
	h.Entries++
	for _, n := range append(append(e.OtherNames, e.Names...), e.named, named{Whole: e.Original}) {
		parts := []string{n.First, n.Second, n.Third, n.Fourth, n.FirstName, n.LastName, n.Alias, n.Whole}
		if name := strings.Join(strings.Fields(strings.Join(parts, " ")), " "); name != "" && len(name) <= MaxName {
			h.Names++
			fmt.Fprintf(lines, "%s\t%s\n", cmp.Or(e.Reference, e.UID, e.EUReference), name)
		}
	}
}
