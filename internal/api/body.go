package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"

	"waybill/internal/admission"
)

const (
	maxBody = 16 << 20
	// firstPart of a body is charged to nobody: the memory of the connections covers it.
	firstPart = 4 << 10
	// largestPart is the most that is read at once.
	largestPart = 64 << 10
	// inMemory is how many bytes of a body wait in memory until it is complete: of a caller
	// who has shown a live key, and of a stranger. The rest of a larger one is on disk.
	inMemory          = 1 << 20
	strangersInMemory = 64 << 10
)

// body is the body of a request as it comes: in parts that are not larger than what came
// before them, so that it never holds more than twice what was sent; or in a file.
type body struct {
	api      *API
	owed     int64 // bytes that are still announced, -1 when nobody knows
	held     *admission.Hold
	admitted bool // a live key was shown
	keys     keyScanner
	bodyShape

	parts   [][]byte // in the order of the body; the last is being filled
	inParts int      // capacity of the parts
	file    *os.File // of what came before the parts; nil when they are all
	inFile  int
	onDisk  *admission.Hold
}

// receive reads the body of a request, which must be closed. The caller is admitted by the
// key of the header, or by the first one at the top level of the body. Returns
// errBodyTooLarge, errBodyCut, admission.ErrBusy, or errOverload when the disk fails.
func (a *API) receive(r *http.Request) (*body, error) {
	if r.ContentLength > maxBody {
		return nil, errBodyTooLarge
	}
	b := &body{api: a, owed: r.ContentLength, held: a.hold(r.Context())}
	err := b.read(r)
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *body) read(r *http.Request) error {
	ctx, conn := r.Context(), admission.ConnOf(r.Context())
	if secret, ok := bearer(r.Header); ok {
		if err := b.tryKey(ctx, secret); err != nil {
			return err
		}
	}
	for {
		part, err := b.room(ctx)
		if err != nil {
			return err
		}
		if err := conn.AwaitBody(b.Bytes); err != nil {
			return errBodyCut
		}
		n, readErr := r.Body.Read(part)
		if err := b.take(ctx, part[:n]); err != nil {
			return err
		}
		if errors.Is(readErr, io.EOF) {
			return conn.EndBody()
		}
		if readErr != nil {
			return errBodyCut
		}
	}
}

// take counts bytes that have come into the last part, and looks for a key among them.
func (b *body) take(ctx context.Context, came []byte) error {
	last := &b.parts[len(b.parts)-1]
	*last = (*last)[:len(*last)+len(came)]
	b.Count(came)
	if b.Bytes > maxBody {
		return errBodyTooLarge
	}
	if b.owed >= 0 {
		b.owed -= int64(len(came))
	}
	if b.admitted {
		return nil
	}
	tried := b.keys.found
	if b.keys.scan(came); tried || !b.keys.found {
		return nil
	}
	if secret, ok := secretOf(b.keys.last); ok {
		return b.tryKey(ctx, secret)
	}
	return nil
}

// tryKey admits the caller if a key is live. Whoever the request is from in the end, the
// last key of the body says.
func (b *body) tryKey(ctx context.Context, secret string) error {
	lookUp, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	caller, err := b.api.Store.Authenticate(lookUp, secret)
	if err != nil || caller.Suspended {
		return nil // a stranger for now; who is served is decided later
	}
	b.admitted = true
	return b.api.admit(ctx, caller)
}

// room is where the next bytes go. Where there is no memory for them, what has come is
// written to the file.
func (b *body) room(ctx context.Context) ([]byte, error) {
	if len(b.parts) == 0 {
		b.addPart(b.partSize(firstPart))
	}
	last := b.parts[len(b.parts)-1]
	if len(last) < cap(last) {
		return last[len(last):cap(last)], nil
	}
	most := strangersInMemory
	if b.admitted {
		most = inMemory
	}
	size := b.partSize(min(b.Bytes, largestPart))
	if b.file == nil && b.Bytes+size <= most && b.held.TryGrowTo(int64(b.inParts+size)) {
		b.addPart(size)
	} else if err := b.spill(ctx); err != nil {
		return nil, err
	}
	last = b.parts[len(b.parts)-1]
	return last[len(last):cap(last)], nil
}

// partSize is size, or less if less is owed. The byte more shows the end.
func (b *body) partSize(size int) int {
	if b.owed >= 0 {
		return min(size, int(b.owed)+1)
	}
	return size
}

func (b *body) addPart(size int) {
	b.parts = append(b.parts, make([]byte, 0, size))
	b.inParts += size
}

// spill moves the parts to the file, and leaves one to read into.
func (b *body) spill(ctx context.Context) (err error) {
	if b.file == nil {
		if b.file, err = b.api.Spool.Create(); err != nil {
			return fmt.Errorf("%w: %w", errOverload, err)
		}
		b.onDisk = b.api.Budget.Spool.Hold(b.held.Owner())
	}
	if err := b.onDisk.GrowTo(ctx, int64(b.Bytes)); err != nil {
		return err
	}
	for _, part := range b.parts {
		if _, err := b.file.Write(part); err != nil {
			return fmt.Errorf("%w: keep a body on disk: %w", errOverload, err)
		}
		b.inFile += len(part)
	}
	buffer := b.parts[len(b.parts)-1][:0]
	b.parts, b.inParts = b.parts[:0], cap(buffer)
	b.held.ShrinkTo(max(int64(cap(buffer)), b.fixed()))
	if size := b.partSize(largestPart); size > cap(buffer) && b.held.TryGrowTo(int64(size)) {
		b.inParts = 0
		b.addPart(size)
		return nil
	}
	b.parts = append(b.parts, buffer)
	return nil
}

// fixed is what the request holds whatever its body.
func (b *body) fixed() int64 {
	if b.admitted {
		return b.api.Budget.Request
	}
	return 0
}

// whole is the body in one piece. The parts and the file are given back.
func (b *body) whole() ([]byte, error) {
	if b.file == nil && len(b.parts) == 1 {
		return b.parts[0], nil
	}
	whole := make([]byte, b.Bytes)
	if b.file != nil {
		if _, err := b.file.ReadAt(whole[:b.inFile], 0); err != nil {
			return nil, fmt.Errorf("%w: read a body from disk: %w", errOverload, err)
		}
	}
	at := b.inFile
	for _, part := range b.parts {
		at += copy(whole[at:], part)
	}
	b.close()
	return whole, nil
}

// isStrange reports whether the body is that of a stranger, and too large to be decoded.
func (b *body) isStrange() bool { return !b.admitted && b.file != nil }

// reader reads a body that is too large to be held.
func (b *body) reader() io.Reader {
	readers := []io.Reader{io.NewSectionReader(b.file, 0, int64(b.inFile))}
	for _, part := range b.parts {
		readers = append(readers, bytes.NewReader(part))
	}
	return io.MultiReader(readers...)
}

// close gives back what is not memory of the request.
func (b *body) close() {
	b.parts = nil
	if b.file != nil {
		_ = b.file.Close() // it has no name, and was read
		b.file = nil
		b.onDisk.Release()
	}
}

// isJSON reports whether a request's media type is application/json, or none.
func isJSON(h http.Header) bool {
	contentType := h.Get("Content-Type")
	if contentType == "" {
		return true
	}
	media, _, _ := strings.Cut(contentType, ";")
	media, _, err := mime.ParseMediaType(media)
	return err == nil && media == "application/json"
}
