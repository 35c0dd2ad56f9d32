package imports

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

const (
	// maxUpload leaves room for the fields of a form beside the file.
	maxUpload = importer.MaxFile + 1<<20
	// maxFields is how many bytes the fields of a form may have together.
	maxFields = 512 << 10
	// uploadPart is how many bytes of a file are stored at a time.
	uploadPart = 256 << 10
	// fileField is the field of a form that has the file.
	fileField = "file"
)

var errUploadTooLarge = shell.TooLarge(importer.MaxFile)

// upload is a file and the fields beside it. The file stays where the body is.
type upload struct {
	body     *shell.Body
	boundary string // of a form; "" if the body is the file
	name     string
	size     int64
	hash     [sha256.Size]byte
	fields   url.Values
}

// createImport stores a file, whose rows become orders later.
func (r *routes) createImport(ctx context.Context, c shell.Call, b *shell.Body) (shell.Response, error) {
	made, isNew, err := r.upload(ctx, c.Caller, c.Req, &upload{body: b, fields: c.Query()})
	res, err := r.importResponse(c, http.StatusAccepted, made, err)
	if err == nil && !isNew {
		res = res.With(http.Header{"Idempotency-Replayed": {"true"}})
	}
	return res, err
}

// uploaded stores the file in the body of a request for a page, by a caller, and has it checked: no order is created. Returns a
// *request.InvalidError of what the API answers with a status below 500.
func (r *routes) uploaded(req *http.Request, by masterdata.Caller) (made stored.Import, err error) {
	err = r.ReceiveFile(req, maxUpload, errUploadTooLarge, func(ctx context.Context, b *shell.Body) error {
		made, _, err = r.upload(ctx, by, req, &upload{body: b, fields: url.Values{"dry_run": {"true"}}})
		return err
	})
	if p, ok := errors.AsType[*shell.Problem](err); ok && p.Status < http.StatusInternalServerError {
		err = request.Wrong(request.NonFieldErrors, p.Detail)
	}
	return made, err
}

// upload stores the file of a request and the fields of its form, in addition to the fields in u. isNew is false if the Idempotency-Key
// was used before: made is then the earlier import.
func (r *routes) upload(
	ctx context.Context, by masterdata.Caller, req *http.Request, u *upload,
) (made stored.Import, isNew bool, err error) {
	if err := u.open(req); err != nil {
		return made, false, err
	}
	sent, problems := request.ReadImport(u.fields)
	if problems != nil {
		return made, false, &request.InvalidError{Problems: problems}
	}
	options, err := importOptions(sent)
	key, keyErr := shell.IdempotencyKey(req.Header)
	if err := cmp.Or(err, keyErr); err != nil {
		return made, false, err
	}
	made, isNew, err = r.service.Worker.Imports.NewImport(ctx, stored.Import{
		AccountID: by.AccountID, KeyID: by.KeyID, IdempotencyKey: key, Options: options.Encode(),
		FileName: cmp.Or(u.name, sent.FileName), FileSize: u.size, FileHash: u.hash,
	})
	if err == nil && isNew {
		made, err = r.storeFile(ctx, made, u)
	}
	return made, isNew, err
}

// storeFile stores the file of an import, which may begin then.
func (r *routes) storeFile(ctx context.Context, i stored.Import, u *upload) (stored.Import, error) {
	file, err := u.file()
	if err != nil {
		return i, err
	}
	buffer := make([]byte, uploadPart)
	for part := int64(0); ; part++ {
		n, err := io.ReadFull(file, buffer)
		if n > 0 {
			if err := r.service.Worker.Imports.AddImportPart(ctx, i.AccountID, i.ImportID, part, buffer[:n]); err != nil {
				return i, err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return i, fmt.Errorf("%w: read an upload from disk: %w", shell.ErrOverload, err)
		}
	}
	i, err = r.service.Worker.Imports.ChangeImport(ctx, i.AccountID, i.ImportID, func(i *stored.Import) error {
		i.State = stored.Checking
		return nil
	})
	r.service.Worker.Wake()
	return i, err
}

// open finds the file and the fields of an upload.
func (u *upload) open(r *http.Request) error {
	contentType := r.Header.Get("Content-Type")
	media, params, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil && contentType != "", media == "application/json",
		strings.HasPrefix(media, "multipart/") && media != "multipart/form-data":
		return shell.UnsupportedMediaType(contentType)
	case media == "multipart/form-data":
		u.boundary = params["boundary"]
		if err := u.readForm(); err != nil {
			return err
		}
	default:
		if err := u.measure(u.body.Reader()); err != nil {
			return err
		}
	}
	if u.size == 0 {
		return request.Wrong(fileField, problem.EmptyFile)
	}
	return nil
}

// readForm reads the fields of a form, and measures its file.
func (u *upload) readForm() error {
	form, total, found := multipart.NewReader(u.body.Reader(), u.boundary), 0, false
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return &shell.Problem{Status: http.StatusBadRequest, Detail: problem.FormUnread.With(err.Error())}
		}
		if part.FormName() == fileField {
			if found {
				return request.Wrong(fileField, problem.SeveralFiles)
			}
			found, u.name = true, path.Base(strings.ReplaceAll(part.FileName(), `\`, "/"))
			if err := u.measure(part); err != nil {
				return err
			}
			continue
		}
		value, err := io.ReadAll(io.LimitReader(part, maxFields-int64(total)+1))
		if err != nil {
			return shell.ErrBodyCut
		}
		if total += len(value); total > maxFields {
			return request.Wrong(part.FormName(), problem.ManyFields.With(maxFields>>10))
		}
		u.fields.Add(part.FormName(), strings.ToValidUTF8(string(value), "\uFFFD"))
	}
	if !found {
		return request.Wrong(fileField, problem.Required)
	}
	if u.name == "." || u.name == "/" {
		u.name = ""
	}
	u.name = strings.ToValidUTF8(u.name, "\uFFFD")
	return nil
}

// measure reads the file once.
func (u *upload) measure(file io.Reader) error {
	h := sha256.New()
	n, err := io.Copy(h, file)
	u.size, u.hash = n, [sha256.Size]byte(h.Sum(nil))
	switch {
	case err != nil:
		return shell.ErrBodyCut
	case n > importer.MaxFile:
		return errUploadTooLarge
	}
	return nil
}

// file reads the file again.
func (u *upload) file() (io.Reader, error) {
	if u.boundary == "" {
		return u.body.Reader(), nil
	}
	form := multipart.NewReader(u.body.Reader(), u.boundary)
	for {
		part, err := form.NextPart()
		if err != nil || part.FormName() == fileField {
			return part, err
		}
	}
}

// importOptions are the options of an upload.
func importOptions(sent request.ImportRequest) (job.Options, error) {
	o := job.Options{
		DryRun: sent.DryRun, ValidOnly: sent.ValidOnly, Existing: job.Existing(sent.Existing), Confirmed: sent.Confirm,
	}
	how, err := readReading(sent)
	if err == nil {
		err = how.Set(&o)
	}
	return o, err
}
