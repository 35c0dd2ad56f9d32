package imports

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
)

// confirmImport says yes to an import that waits, and lets one that was only checked begin.
func (r *routes) confirmImport(ctx context.Context, c shell.Call, decided request.ImportRequest) (shell.Response, error) {
	i, err := r.service.Confirm(ctx, c.Caller, c.ID(), decided)
	return r.importResponse(c, http.StatusAccepted, i, err)
}

// checkImport checks an import that has created nothing again, with other options.
func (r *routes) checkImport(ctx context.Context, c shell.Call, wanted request.ImportRequest) (shell.Response, error) {
	how, err := readReading(wanted)
	if err != nil {
		return shell.Response{}, err
	}
	i, err := r.service.Check(ctx, c.Caller, c.ID(), how)
	return r.importResponse(c, http.StatusAccepted, i, err)
}

// cancelImport ends an import. Orders that it has created stay.
func (r *routes) cancelImport(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	i, err := r.service.Cancel(ctx, c.Caller, c.ID())
	return r.importResponse(c, http.StatusOK, i, err)
}

// readReading reads the JSON texts of a request that say how a file is read.
func readReading(sent request.ImportRequest) (Reading, error) {
	how := Reading{ImportRequest: sent}
	if sent.Mapping != "" {
		mapping, err := importer.ParseMapping([]byte(sent.Mapping))
		if err != nil {
			return how, request.Wrong("mapping", problem.Of(err))
		}
		how.Mapping = &mapping
	}
	if sent.Defaults != "" {
		if err := json.Unmarshal([]byte(sent.Defaults), &how.Defaults); err != nil {
			return how, request.Wrong("defaults", problem.NotDefaults)
		}
		if how.Defaults == nil {
			how.Defaults = map[string]string{} // null
		}
	}
	var err error
	how.Corrections, err = readCorrections(sent.Corrections)
	return how, err
}

func readCorrections(text string) (sent []Correction, err error) {
	if text == "" {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	hasNoValue := func(c Correction) bool { return c.Value == nil }
	if err := d.Decode(&sent); err != nil || d.More() || slices.ContainsFunc(sent, hasNoValue) {
		return nil, WrongCorrections()
	}
	return sent, nil
}
