package imports

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
)

const (
	// MaxCorrections is how many corrections a request may have.
	MaxCorrections = 1000
	// maxCorrection is how many characters a corrected cell may have.
	maxCorrection = 1000
	// corrections is the field of a request that has them.
	corrections = "corrections"
)

// Reading says how a file is read. What is not set stays as it is.
type Reading struct {
	request.ImportRequest
	Mapping     *importer.Mapping
	Defaults    map[string]string // texts of fields that have no value in the file; without any they are deleted
	Corrections []Correction
}

// Correction is the text of a cell that counts instead of that of the file.
type Correction struct {
	Row    int64   `json:"row"`
	Column string  `json:"column"` // its letter
	Value  *string `json:"value"`
}

// Set sets in options what is set. Returns a *request.InvalidError if a mapping or a default is wrong.
func (r *Reading) Set(o *job.Options) error {
	o.Charset, o.Delimiter = cmp.Or(r.Charset, o.Charset), cmp.Or(r.Delimiter, o.Delimiter)
	o.Sheet, o.HeadingRow = cmp.Or(r.Sheet, o.Sheet), cmp.Or(r.HeadingRow, o.HeadingRow)
	if r.Mapping != nil {
		if err := r.Mapping.Validate(); err != nil {
			return request.Wrong("mapping", problem.Of(err))
		}
		o.Mapping = r.Mapping
	}
	if r.Defaults != nil {
		o.Defaults = r.Defaults
	}
	if r.ServiceID != nil {
		if o.Defaults == nil {
			o.Defaults = make(map[string]string)
		}
		o.Defaults["service_id"] = strconv.FormatInt(*r.ServiceID, 10)
	}
	if err := (importer.Mapping{Defaults: o.Defaults}).Validate(); err != nil {
		return request.Wrong("defaults", problem.Of(err))
	}
	return nil
}

// recheck lets an import begin again as one that is only checked.
func recheck(i *stored.Import, how *Reading) error {
	options, err := job.ReadOptions(i.Options)
	if err != nil {
		return err
	}
	switch {
	case !i.HasContent:
		return &orders.ConflictError{Message: problem.FileDeleted}
	case i.State != stored.Checked && i.State != stored.Waiting && i.State != stored.Failed:
		return &orders.ConflictError{Message: problem.NotCheckable.With(i.State)}
	case i.GroupsDone > 0:
		return &orders.ConflictError{Message: problem.OrdersCreated}
	}
	if err := how.Set(&options); err != nil {
		return err
	}
	report, err := job.ReadReport(i.Report)
	if err != nil {
		return err
	}
	if i.Correct.Cells, err = correct(how.Corrections, len(report.Headings)); err != nil {
		return err
	}
	i.Correct.Forget = how.Sheet != "" && how.Sheet != report.Sheet || how.Charset != "" && how.Charset != report.Charset ||
		how.Delimiter != "" && how.Delimiter != report.Delimiter // its cells are others
	options.DryRun = true
	i.State, i.Message, i.GroupsStaged, i.Report = stored.Checking, "", 0, nil
	i.Options = options.Encode()
	return nil
}

// correct returns the corrections of a file with so many columns as the store has them.
func correct(sent []Correction, columns int) ([]stored.Correction, error) {
	if len(sent) > MaxCorrections {
		return nil, WrongCorrections()
	}
	all, seen := make([]stored.Correction, len(sent)), map[[2]int64]bool{}
	for n, c := range sent {
		column := importer.ColumnIndex(c.Column)
		cell := [2]int64{c.Row, int64(column)}
		switch {
		case seen[cell]:
			return nil, WrongCorrections()
		case column < 0 || column >= columns:
			return nil, request.Wrong(corrections, problem.NoSuchColumn.With(c.Column, importer.ColumnName(max(columns-1, 0))))
		case utf8.RuneCountInString(*c.Value) > maxCorrection || strings.ContainsRune(*c.Value, 0):
			return nil, request.Wrong(corrections, problem.CorrectionLong.With(fmt.Sprint(c.Column, c.Row), maxCorrection))
		}
		all[n], seen[cell] = stored.Correction{Row: c.Row, Column: cell[1], Text: *c.Value}, true
	}
	return all, nil
}

// WrongCorrections is the error of corrections that are no list of different cells.
func WrongCorrections() error {
	return request.Wrong(corrections, problem.NotCorrections.With(MaxCorrections))
}
