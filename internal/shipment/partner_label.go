package shipment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// LabelFormat is what a courier's own label is written in; it is also the extension of
// its file.
type LabelFormat string

// The formats.
const (
	LabelPDF LabelFormat = "pdf"
	LabelPNG LabelFormat = "png"
	LabelZPL LabelFormat = "zpl"
)

// MaxPartnerLabel is how many bytes a courier's label may have.
const MaxPartnerLabel = 2 << 20

// MaxHAWBNo is how many characters a courier's number may have.
const MaxHAWBNo = 64

// IsHAWBNo reports whether a courier's number, or "" for none, is fit to be printed on labels:
// up to MaxHAWBNo printable ASCII characters.
func IsHAWBNo(number string) bool {
	for i := range len(number) {
		if number[i] < ' ' || number[i] > '~' {
			return false
		}
	}
	return len(number) <= MaxHAWBNo
}

// PartnerLabel is a label that a courier has drawn itself.
type PartnerLabel struct {
	Format  LabelFormat
	Content []byte // 1 to MaxPartnerLabel bytes
}

// BlobName is where a label is kept: named by its content, so that a name never changes its
// meaning, and what is stored twice is stored once.
func (l PartnerLabel) BlobName() string {
	sum := sha256.Sum256(l.Content)
	digest := hex.EncodeToString(sum[:20])
	return fmt.Sprintf("labels/%s/%s.%s", digest[:2], digest, l.Format)
}

// PartnerReport is what a courier tells of one order of its own accord: that it has the
// order, or, with Event or Label, what happened to the parcel or what its label is.
type PartnerReport struct {
	TrackingNo string         // ours, in upper case; "" when the courier names the order by HAWBNo alone
	HAWBNo     string         // the courier's number, "" when it does not say
	OwnLabel   bool           // of an order that it has: it draws the label itself
	Event      *TrackingEvent // Source, RecordedOn and Moved are not the courier's to fill
	Label      *PartnerLabel  // as it was sent: nothing of it is checked
}

// Check returns what keeps a label from being one, as far as that is seen without reading its
// content as PDF or PNG: its size, or that it begins like something else.
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
		if text := bytes.TrimSpace(l.Content); bytes.Contains(text, []byte("^XA")) && bytes.HasSuffix(text, []byte("^XZ")) {
			return nil
		}
	default:
		return fmt.Errorf("a label's format is pdf, png or zpl, not %q", l.Format)
	}
	return fmt.Errorf("it is not what its format %s says", l.Format)
}
