package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"waybill/internal/api/shell"
	"waybill/internal/importer"
	"waybill/internal/importer/job"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
)

// conflict is the response when the state of something excludes a request.
func conflict(detail problem.Message) error {
	return &shell.Problem{Status: http.StatusConflict, Detail: detail}
}

// confirmImport says yes to an import that waits, and lets one that was only checked begin.
func (a *importing) confirmImport(ctx context.Context, c shell.Call, decided request.ImportRequest) (shell.Response, error) {
	return a.decide(ctx, c, http.StatusAccepted, func(i *store.Import) error { return confirm(i, decided) })
}

// decide changes an import as its shipper says, and wakes who goes on with it.
func (a *importing) decide(ctx context.Context, c shell.Call, status int, change func(*store.Import) error) (shell.Response, error) {
	if _, err := a.importOf(ctx, c); err != nil {
		return shell.Response{}, err
	}
	changed, err := a.api.Store.Imports.ChangeImport(ctx, c.Caller.AccountID, pathID(c), change)
	if unknown, ok := errors.AsType[*store.UnknownRowError](err); ok {
		err = wrong("corrections", problem.NoProblemRow.With(unknown.Row))
	}
	if errors.Is(err, store.ErrManyCorrections) {
		err = wrong("corrections", problem.ManyCorrections.With(store.MaxCorrections))
	}
	if err != nil {
		return shell.Response{}, err
	}
	a.api.Imports.Wake()
	return a.importResponse(c, status, changed)
}

// confirm changes an import by what the account has decided.
func confirm(i *store.Import, decided request.ImportRequest) error {
	options, err := job.ReadOptions(i.Options)
	if err != nil {
		return err
	}
	report, err := job.ReadReport(i.Report)
	if err != nil {
		return err
	}
	if !i.HasContent {
		return conflict(problem.FileDeleted)
	}
	options.Confirmed = true
	options.ValidOnly = options.ValidOnly || decided.ValidOnly
	if decided.Existing != "" {
		options.Existing = job.Existing(decided.Existing)
	}
	switch i.State {
	case store.ImportChecked:
		options.DryRun, i.State = false, store.ImportChecking // the check kept no orders
	case store.ImportWaiting:
		if err := undecided(&report, options); err != nil {
			return err
		}
		i.State = store.ImportCreating
	default:
		return conflict(problem.NotConfirmable.With(i.State))
	}
	i.Options = options.Encode()
	return nil
}

// undecided returns an error that names what a waiting import needs and options do not decide, nil if there is nothing.
func undecided(report *job.Report, options job.Options) error {
	for _, need := range report.Needs {
		switch {
		case need == job.NeedProblems && !options.ValidOnly && report.Invalid == 0:
			return wrong("valid_only", problem.OrdersLeftOut.With(report.LeftOut, report.Valid))
		case need == job.NeedProblems && !options.ValidOnly:
			return wrong("valid_only", problem.OrdersRefused.With(report.Invalid, report.Valid))
		case need == job.NeedReferences && options.Existing == job.AskExisting:
			return wrong("existing", problem.ReferencesUsed.With(report.Existing))
		}
	}
	return nil
}

// checkImport checks an import that has created nothing again, with other options.
func (a *importing) checkImport(ctx context.Context, c shell.Call, wanted request.ImportRequest) (shell.Response, error) {
	return a.decide(ctx, c, http.StatusAccepted, func(i *store.Import) error { return recheck(i, wanted) })
}

// recheck lets an import begin again as one that is only checked. Options that were not sent stay as they are.
func recheck(i *store.Import, sent request.ImportRequest) error {
	options, err := job.ReadOptions(i.Options)
	if err != nil {
		return err
	}
	switch {
	case !i.HasContent:
		return conflict(problem.FileDeleted)
	case i.State != store.ImportChecked && i.State != store.ImportWaiting && i.State != store.ImportFailed:
		return conflict(problem.NotCheckable.With(i.State))
	case i.GroupsDone > 0:
		return conflict(problem.OrdersCreated)
	}
	if err := readColumns(&options, sent); err != nil {
		return err
	}
	report, err := job.ReadReport(i.Report)
	if err != nil {
		return err
	}
	if i.Correct.Cells, err = readCorrections(sent.Corrections, len(report.Headings)); err != nil {
		return err
	}
	i.Correct.Forget = sent.Sheet != "" && sent.Sheet != report.Sheet || sent.Charset != "" && sent.Charset != report.Charset ||
		sent.Delimiter != "" && sent.Delimiter != report.Delimiter // its cells are others
	options.Charset = cmp.Or(sent.Charset, options.Charset)
	options.Delimiter = cmp.Or(sent.Delimiter, options.Delimiter)
	options.Sheet = cmp.Or(sent.Sheet, options.Sheet)
	options.HeadingRow = cmp.Or(sent.HeadingRow, options.HeadingRow)
	options.DryRun = true
	i.State, i.Message, i.GroupsStaged, i.Report = store.ImportChecking, "", 0, nil
	i.Options = options.Encode()
	return nil
}

const (
	// maxCorrections is how many corrections a request may have.
	maxCorrections = 1000
	// maxCorrection is how many characters a corrected cell may have.
	maxCorrection = 1000
)

// readCorrections reads corrections of a file with so many columns.
func readCorrections(text string, columns int) ([]store.Correction, error) {
	var sent []struct {
		Row    int64   `json:"row"`
		Column string  `json:"column"`
		Value  *string `json:"value"`
	}
	if text == "" {
		return nil, nil
	}
	malformed := wrong("corrections", problem.NotCorrections.With(maxCorrections))
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&sent); err != nil || d.More() || len(sent) > maxCorrections {
		return nil, malformed
	}
	all, seen := make([]store.Correction, len(sent)), map[[2]int64]bool{}
	for n, c := range sent {
		column := importer.ColumnIndex(c.Column)
		cell := [2]int64{c.Row, int64(column)}
		switch {
		case c.Value == nil || seen[cell]:
			return nil, malformed
		case column < 0 || column >= columns:
			return nil, wrong("corrections", problem.NoSuchColumn.With(c.Column, importer.ColumnName(max(columns-1, 0))))
		case utf8.RuneCountInString(*c.Value) > maxCorrection || strings.ContainsRune(*c.Value, 0):
			return nil, wrong("corrections", problem.CorrectionLong.With(fmt.Sprint(c.Column, c.Row), maxCorrection))
		}
		all[n], seen[cell] = store.Correction{Row: c.Row, Column: cell[1], Text: *c.Value}, true
	}
	return all, nil
}

// cancelImport ends an import. Orders that it has created stay.
func (a *importing) cancelImport(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	return a.decide(ctx, c, http.StatusOK, func(i *store.Import) error {
		switch i.State {
		case store.ImportCancelled:
		case store.ImportChecking, store.ImportCreating:
			i.Cancelling = true // a worker may be about to commit a group
		case store.ImportWaiting:
			i.State = store.ImportCancelled
		default:
			return conflict(problem.NotCancellable.With(i.State))
		}
		return nil
	})
}
