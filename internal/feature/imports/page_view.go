package imports

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// importPage is the data of the page of an import.
type importPage struct {
	stored.Import
	Report  job.Report
	Name    string
	Path    string // of the page, without a slash at its end
	Badge   web.StatusView
	Busy    bool // it is being checked or created
	Review  bool // a person decides what becomes of it
	Columns bool // its mapping can be corrected: nothing was created yet
	Left    int64
	Refused int64 // orders, also those that were refused while they were created
	Percent int64
	Missing []string // what every order needs and no column is, in words

	Progress  string
	Decisions []importDecision
	SameFile  []sameFile
	Summary   summary
	Groups    []problemGroup
	Table     problemTable
	Mapping   *mappingForm
	HasLabels bool
}

// ToSay is how many columns or fields a person must say.
func (p *importPage) ToSay() int { return len(p.Report.Unfit) + len(p.Missing) }

// importDecision is a button that creates the orders.
type importDecision struct {
	Existing string // as the API has it
	Text     string
	First    bool
}

// sameFile is an earlier import of the same file.
type sameFile struct {
	Path    string
	On      time.Time
	Created int64
}

// readImport reads the import of the path.
func (pg *pages) readImport(v *web.Visit, id int64) (*importPage, error) {
	i, err := pg.Import(v.Context(), v.Caller(), id)
	if err != nil {
		return nil, err
	}
	p := &importPage{
		Import: i, Name: importName(v, i), Path: v.URL(fmt.Sprintf("imports/%d", i.ImportID)),
		Busy: i.State == stored.Checking || i.State == stored.Creating, HasLabels: i.Created > 0,
	}
	p.Report, err = job.ReadReport(i.Report)
	p.Badge = importBadge(i, p.Report)
	p.Refused = p.Report.Invalid + i.Refused
	p.Left = p.Report.Valid - i.Created - i.Skipped - i.Refused
	untouched := i.HasContent && i.GroupsDone == 0
	p.Review = i.State == stored.Waiting || i.State == stored.Checked && i.HasContent
	p.Columns = untouched && (p.Review || i.State == stored.Failed && len(p.Report.Headings) > 0)
	return p, err
}

// viewImport shows an import: its progress, what is to be decided, or its results.
func (pg *pages) viewImport(v *web.Visit, p *importPage) error {
	if p.Columns {
		var err error
		if p.Mapping, err = newMappingForm(v, p); err != nil {
			return err
		}
	}
	return pg.showImport(v, http.StatusOK, p)
}

func (pg *pages) showImport(v *web.Visit, status int, p *importPage) error {
	describe(v, p)
	if !p.Busy {
		if err := pg.readProblems(v, p); err != nil {
			return err
		}
	}
	if v.FormValue("part") != "" {
		return v.Fragment(status, "import.html", "import", p)
	}
	return v.Render(status, "import.html", p)
}

// describe puts an import into words.
func describe(v *web.Visit, p *importPage) {
	if p.State == stored.Creating {
		progress(v, p)
	}
	if p.Report.Message.String() == p.Message { // else a server of an earlier release wrote it
		p.Message = v.Words().Say("", p.Report.Message)
	}
	p.Report.Notes = each.Of(p.Report.Notes, func(note problem.Message) problem.Message { return problem.Own(v.Words().Say("", note)) })
	if lacksColumns(p.Import, p.Report) {
		words := newFieldWords(v)
		p.Missing = each.Of(p.Report.Missing, words.label)
	}
	for _, earlier := range p.Report.SameFile {
		on, _ := time.Parse(time.RFC3339, earlier.CreatedOn) // as the importer has written it
		p.SameFile = append(p.SameFile, sameFile{v.URL(fmt.Sprintf("imports/%d", earlier.ID)), on, earlier.Created})
	}
	p.Summary = newSummary(v, &p.Report)
	if p.Review {
		p.Decisions = decisions(v, p)
	}
	if p.Columns {
		describeGroups(v, p)
	}
}

// progress says how far the creation is, how fast, and when it ends: until the first orders are created, at the usual rate.
func progress(v *web.Visit, p *importPage) {
	if p.GroupsStaged > 0 {
		p.Percent = 100 * p.GroupsDone / p.GroupsStaged
	}
	rate := int64(firstRate)
	if took := v.Console.Now().Sub(p.UpdatedOn).Milliseconds(); p.Created > 0 && took > 0 {
		rate = max(1000*p.Created/took, 1)
	}
	p.Progress = v.T("%[1]d of %[2]d orders are created.", p.Created, p.Report.Valid) + " " +
		v.T("About %d a second.", rate) + " " + v.T("About %d seconds are left.", max((p.Report.Valid-p.Created)/rate, 1))
}

// firstRate is about how many orders a second an import creates on two processors.
const firstRate = 500

// decisions are the ways to create the orders, with their numbers.
func decisions(v *web.Visit, p *importPage) []importDecision {
	out := func(text string) string {
		if p.State != stored.Creating && p.Report.InvalidRows > 0 {
			return v.T("%[1]s, leave out %[2]s", text, v.T("%d rows", p.Report.InvalidRows))
		}
		return text
	}
	existing := p.Report.Existing
	switch {
	case p.Left <= 0:
		return nil
	case existing == 0:
		return []importDecision{{"", out(v.T("Create %d orders", p.Left)), true}}
	}
	again := importDecision{string(job.CreateExisting), v.T("%[1]s, %[2]d of them again", v.T("Create %d orders", p.Left), existing), false}
	if p.Left <= existing {
		return []importDecision{again}
	}
	return []importDecision{{string(job.SkipExisting), out(v.T("Create %d orders", p.Left-existing)), true}, again}
}

// createImported creates the valid orders of an import.
func (pg *pages) createImported(v *web.Visit, p *importPage) error {
	existing := v.FormValue("existing")
	if len(p.Report.SameFile) > 0 && existing != string(job.SkipExisting) {
		question := v.T("This file was imported before. Create %d orders again?", p.Left)
		if confirmed, err := v.Confirm(question, v.T("Create %d orders", p.Left)); !confirmed {
			return err
		}
	}
	fields := map[string]any{"valid_only": p.Report.Invalid+p.Report.LeftOut > 0}
	if existing != "" {
		fields["existing"] = existing
	}
	_, err := web.WriteSent(v, &request.ConfirmImport, fields,
		func(ctx context.Context, by masterdata.Caller, decided request.ImportRequest) (stored.Import, error) {
			return pg.Confirm(ctx, by, p.ImportID, decided)
		})
	return changed(v, p, err)
}

// cancelImport stops an import.
func (pg *pages) cancelImport(v *web.Visit, p *importPage) error {
	return changed(v, p, v.Write(func(ctx context.Context, by masterdata.Caller) error {
		_, err := pg.Cancel(ctx, by, p.ImportID)
		return err
	}))
}

// changed shows the page again after a change. What was refused it says as a notice.
func changed(v *web.Visit, p *importPage, err error) error {
	refused, err := v.Refused(err)
	return v.Done(err, refused, p.Path)
}
