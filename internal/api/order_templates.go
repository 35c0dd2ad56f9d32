package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// listTemplates lists the templates for orders of the account, which are at most store.MaxTemplates.
func (a *accountSettings) listTemplates(ctx context.Context, c shell.Call) (shell.Response, error) {
	templates, err := a.api.Store.MasterData.Entries(ctx, c.Caller.AccountID, shipment.Templates, masterdata.EntryFilter{})
	if err != nil {
		return shell.Response{}, err
	}
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		w.ObjStart()
		w.FieldStart("results")
		w.ArrStart()
		for i := range templates {
			writeTemplate(w.Encoder, &templates[i])
			w.Flush()
		}
		w.ArrEnd()
		w.ObjEnd()
		return nil
	}}, nil
}

// setTemplate stores a template under its name. The body has some fields of an order, which are checked when an order is
// created.
func (a *accountSettings) setTemplate(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	name := c.Req.PathValue("name")
	if refused := templateNameProblem(name); !refused.IsZero() {
		return shell.Response{}, wrong("name", refused)
	}
	order, err := readTemplate(c.Body)
	if err != nil {
		return shell.Response{}, err
	}
	err = a.api.Store.MasterData.PutEntries(ctx, c.Caller.AccountID, shipment.Templates, shipment.Entry{Name: name, Value: order})
	if errors.Is(err, masterdata.ErrBookFull) {
		err = wrong(nonFieldErrors, problem.ManyTemplates.With(shipment.Templates.Most))
	}
	if err != nil {
		return shell.Response{}, err
	}
	stored, err := a.api.Store.MasterData.Entry(ctx, c.Caller.AccountID, shipment.Templates, name)
	if err != nil {
		return shell.Response{}, err
	}
	var e jx.Encoder
	writeTemplate(&e, &stored)
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}, nil
}

func (a *accountSettings) deleteTemplate(ctx context.Context, c shell.Call) (shell.Response, error) {
	err := a.api.Store.MasterData.DeleteEntry(ctx, c.Caller.AccountID, shipment.Templates, c.Req.PathValue("name"))
	return shell.Response{Status: http.StatusNoContent}, err
}

const nonFieldErrors = "non_field_errors"

func templateNameProblem(name string) problem.Message {
	switch {
	case name == "" || strings.TrimSpace(name) != name || !utf8.ValidString(name):
		return problem.SpaceAround
	case utf8.RuneCountInString(name) > shipment.Templates.MaxName:
		return problem.MaxLength.With(shipment.Templates.MaxName)
	case strings.ContainsFunc(name, func(r rune) bool { return r == '/' || unicode.IsControl(r) }):
		return problem.NotPlainName
	}
	return problem.Message{}
}

// readTemplate reads the fields of an order from a body, without the key of the caller.
func readTemplate(body []byte) (string, error) {
	var problems request.Problems
	var e jx.Encoder
	e.ObjStart()
	err := jx.DecodeBytes(body).ObjBytes(func(d *jx.Decoder, key []byte) error {
		value, err := d.Raw()
		name := string(key)
		switch {
		case err != nil || name == secretKeyField:
		case name == "tracking_no":
			problems = append(problems, request.Problem{
				Field: name, Node: request.Messages{problem.NoTemplateTrackingNo},
			})
		case !slices.ContainsFunc(request.CreateFields(), func(f request.Field) bool { return f.Name == name }):
			problems = append(problems, request.Problem{Field: name, Node: request.Messages{problem.UnknownInOrder}})
		default:
			e.FieldStart(name)
			e.Raw(value)
		}
		return err
	})
	e.ObjEnd()
	order := string(e.Bytes())
	switch {
	case err != nil:
		return "", wrong(nonFieldErrors, problem.NotTemplate)
	case problems != nil:
		return "", &shell.ValidationError{Problems: problems}
	case len(order) > shipment.Templates.MaxBytes:
		return "", wrong(nonFieldErrors, problem.TemplateSize.With(shipment.Templates.MaxBytes>>10))
	}
	return order, nil
}

func writeTemplate(e *jx.Encoder, t *shipment.Entry) {
	e.ObjStart()
	text(e, "name", t.Name)
	e.FieldStart("order")
	e.Raw([]byte(t.Value))
	timestamp(e, "updated_on", t.UpdatedOn)
	e.ObjEnd()
}
