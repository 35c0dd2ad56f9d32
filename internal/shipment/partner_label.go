package shipment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// LabelFormat is the format of a partner's own label, and the extension of its file.
type LabelFormat string

// The formats.
const (
	LabelPDF LabelFormat = "pdf"
	LabelPNG LabelFormat = "png"
	LabelZPL LabelFormat = "zpl"
)

// MaxPartnerLabel is the most bytes of a partner's label.
const MaxPartnerLabel = 2 << 20

// MaxHAWBNo is the most characters of a partner's number.
const MaxHAWBNo = 64

// IsHAWBNo reports whether a partner's number can be printed on labels: it has up to MaxHAWBNo
// printable ASCII characters, or is "" for none.
func IsHAWBNo(number string) bool {
	return len(number) <= MaxHAWBNo && !strings.ContainsFunc(number, func(r rune) bool { return r < ' ' || r > '~' })
}

// PartnerLabel is a label that a partner has drawn.
type PartnerLabel struct {
	Format  LabelFormat
	Content []byte // 1 to MaxPartnerLabel bytes
}

// BlobName is the name of the label's file. It is a hash of the content: a name always stands for the
// same content, and a label that is stored twice takes the space of one.
func (l PartnerLabel) BlobName() string {
	sum := sha256.Sum256(l.Content)
	digest := hex.EncodeToString(sum[:20])
	return fmt.Sprintf("labels/%s/%s.%s", digest[:2], digest, l.Format)
}

// PartnerReport is an unrequested report of a partner on one order: with Event, what happened
// to the parcel; with Label, its label; with neither, that the partner has the order.
type PartnerReport struct {
	TrackingNo string         // the order's, in upper case; "" when the partner names the order by HAWBNo alone
	HAWBNo     string         // the partner's number, "" when it is not reported
	OwnLabel   bool           // the partner has the order and draws the label
	Event      *TrackingEvent // without Source, RecordedOn and Moved
	Label      *PartnerLabel  // unchecked
}

// Check returns an error if the label is too large or empty, or does not begin like a file of its
// format. It does not read the content.
func (l PartnerLabel) Check() error {
	size := len(l.Content)
	switch {
	case size == 0:
		return errors.New("it is empty")
	case size > MaxPartnerLabel:
		return fmt.Errorf("it has %d bytes: at most %d", size, MaxPartnerLabel)
	}
	switch l.Format {
	case LabelPDF:
		if bytes.HasPrefix(l.Content, []byte("%PDF-")) {
			return nil
		}
	case LabelPNG:
		if bytes.HasPrefix(l.Content, []byte("\x89PNG\r\n\x1a\n")) {
			return nil
		}
	case LabelZPL:
		if text := bytes.ToUpper(bytes.TrimSpace(l.Content)); bytes.Contains(text, []byte("^XA")) && bytes.HasSuffix(text, []byte("^XZ")) {
			return nil
		}
	default:
		return fmt.Errorf("a label's format is pdf, png or zpl, not %q", l.Format)
	}
	return fmt.Errorf("it is not what its format %s says", l.Format)
}
