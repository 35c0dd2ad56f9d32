package shell

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
	"waybill/internal/request"
	"waybill/internal/store"
)

const (
	// MaxBody is the most bytes of a body.
	MaxBody = 16 << 20
	// firstPart of a body is not charged: the memory of the connections covers it.
	firstPart = 4 << 10
	// largestPart is the most that is read at once.
	largestPart = 64 << 10
	// inMemory is how many bytes of an incomplete body are in memory when the caller has shown a
	// live key, inMemoryWithoutKey when not. A larger body is on disk.
	inMemory           = 1 << 20
	inMemoryWithoutKey = 64 << 10
)

// Body is the body of a request while it is received. It is in parts, each not larger than all before
// it, so that they never take more than twice the size of what was sent, or in a file.
type Body struct {
	shell    *Shell
	most     int   // bytes
	owed     int64 // bytes that are announced and have not come, -1 when the length is not announced
	held     *admission.Hold
	admitted bool // the caller has shown a live key
	keys     keyScanner
	// unscanned is the end of a body in memory, where no key was looked for.
	unscanned []byte
	request.Size

	parts   [][]byte // in the order of the body; the last is being filled
	inParts int      // capacity of the parts
	file    *os.File // of what came before the parts; nil when they are all
	inFile  int
	onDisk  *admission.Hold
}

// receive reads the body of a request into b, which says how large it may be, and whether the caller is admitted. The result must be
// closed. The key of the header, or the first one at the top level of the body, admits the caller. Returns errBodyTooLarge, ErrBodyCut,
// admission.ErrBusy, or store.ErrUnavailable, as a create, when the disk is full or fails.
func (s *Shell) receive(r *http.Request, b *Body) (*Body, error) {
	if r.ContentLength > int64(b.most) {
		return nil, errBodyTooLarge
	}
	b.shell, b.owed, b.held = s, r.ContentLength, s.Hold(r.Context())
	if err := b.read(r); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *Body) read(r *http.Request) error {
	ctx, conn := r.Context(), admission.ConnOf(r.Context())
	if secret, ok := bearer(r.Header); ok && !b.admitted {
		if err := b.tryKey(ctx, secret); err != nil {
			return err
		}
	}
	for {
		part, err := b.next(ctx)
		if err != nil {
			return err
		}
		if err := conn.AwaitBody(b.Bytes); err != nil {
			return ErrBodyCut
		}
		n, readErr := r.Body.Read(part)
		if err := b.take(part[:n]); err != nil {
			return err
		}
		ended := errors.Is(readErr, io.EOF)
		if ended && b.file == nil {
			b.unscanned = part[:n] // most bodies come at once, and authenticate finds their key
			return conn.EndBody()
		}
		if err := b.scan(ctx, part[:n]); err != nil {
			return err
		}
		if ended {
			return conn.EndBody()
		}
		if readErr != nil {
			return ErrBodyCut
		}
	}
}

// take counts bytes that were read into the last part.
func (b *Body) take(came []byte) error {
	last := &b.parts[len(b.parts)-1]
	*last = (*last)[:len(*last)+len(came)]
	b.Count(came)
	if b.Bytes > b.most {
		return errBodyTooLarge
	}
	if b.owed >= 0 {
		b.owed -= int64(len(came))
	}
	return nil
}

// scan looks for a key among bytes that came, and admits the caller by the first one.
func (b *Body) scan(ctx context.Context, came []byte) error {
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

// tryKey admits the caller if a key is live. It does not authenticate the request: that is done later,
// with the last key of the body.
func (b *Body) tryKey(ctx context.Context, secret string) error {
	lookUp, cancel := context.WithTimeout(ctx, ReadTimeout)
	defer cancel()
	caller, err := b.shell.Store.MasterData.Authenticate(lookUp, secret)
	if err != nil || caller.Suspended {
		return nil // the request is authenticated later
	}
	b.admitted = true
	return b.shell.admit(ctx, caller)
}

// next is the buffer for the next bytes. If there is no memory for them, the parts are written to the
// file first.
func (b *Body) next(ctx context.Context) ([]byte, error) {
	if len(b.parts) == 0 {
		b.addPart(b.partSize(firstPart))
	}
	last := b.parts[len(b.parts)-1]
	if len(last) < cap(last) {
		return last[len(last):cap(last)], nil
	}
	most := inMemoryWithoutKey
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

// partSize is size, or less if less is owed, plus a byte to read the end.
func (b *Body) partSize(size int) int {
	if b.owed >= 0 {
		return min(size, int(b.owed)+1)
	}
	return size
}

func (b *Body) addPart(size int) {
	b.parts = append(b.parts, make([]byte, 0, size))
	b.inParts += size
}

// spill moves the parts to the file, and leaves one to read into.
func (b *Body) spill(ctx context.Context) (err error) {
	if b.file == nil {
		if b.file, err = b.shell.Spool.Create(); err != nil {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		b.onDisk = b.shell.Budget.Spool.Hold(b.held.Owner())
	}
	if err := b.onDisk.GrowTo(ctx, int64(b.Bytes)); err != nil {
		return err
	}
	for _, part := range b.parts {
		if _, err := b.file.Write(part); err != nil {
			return fmt.Errorf("%w: keep a body on disk: %w", store.ErrUnavailable, err)
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

// fixed returns the charge of the request without its body, in bytes.
func (b *Body) fixed() int64 {
	if b.admitted {
		return b.shell.Budget.Request
	}
	return 0
}

// whole is the body in one piece. It releases the parts and the file.
func (b *Body) whole() ([]byte, error) {
	if b.file == nil && len(b.parts) == 1 {
		return b.parts[0], nil
	}
	whole := make([]byte, b.Bytes)
	if b.file != nil {
		if _, err := b.file.ReadAt(whole[:b.inFile], 0); err != nil {
			return nil, fmt.Errorf("%w: read a body from disk: %w", ErrOverload, err)
		}
	}
	at := b.inFile
	for _, part := range b.parts {
		at += copy(whole[at:], part)
	}
	b.close()
	return whole, nil
}

// Reader reads a body from its begin.
func (b *Body) Reader() io.Reader {
	var readers []io.Reader
	if b.file != nil {
		readers = append(readers, io.NewSectionReader(b.file, 0, int64(b.inFile)))
	}
	for _, part := range b.parts {
		readers = append(readers, bytes.NewReader(part))
	}
	return io.MultiReader(readers...)
}

// close releases the parts and the file.
func (b *Body) close() {
	b.parts, b.unscanned = nil, nil
	if b.file != nil {
		_ = b.file.Close() // the file has no name, and was read
		b.file = nil
		b.onDisk.Release()
	}
}

// isJSON reports whether a request's media type is application/json or missing. That of a PATCH may be that of a merge patch
// (RFC 7396).
func isJSON(r *http.Request) bool {
	contentType := r.Header.Get("Content-Type")
	if contentType == "" {
		return true
	}
	media, _, _ := strings.Cut(contentType, ";")
	media, _, err := mime.ParseMediaType(media)
	isPatch := r.Method == http.MethodPatch && media == "application/merge-patch+json"
	return err == nil && (media == "application/json" || isPatch)
}
