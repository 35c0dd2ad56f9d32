package simulated

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"zombiezen.com/go/sqlite"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// labelSources is the label source of an accepted order by its script. Without a script Waybill draws the
// label.
var labelSources = map[string]partner.LabelSource{
	ScriptLabelPDF:   partner.LabelReady,
	ScriptLabelPNG:   partner.LabelReady,
	ScriptLabelZPL:   partner.LabelReady,
	ScriptLabelNever: partner.LabelReady,
	ScriptLabelLater: partner.LabelLater,
}

// notReady is how many requests find the label of ScriptLabelLater not ready.
const notReady = 2

// scriptedLabel is the ledger's entry about the label of a submission.
type scriptedLabel struct {
	trackingNo, script string
	asked              int
}

// scriptLabel records in the ledger how the label of an order is scripted.
func (p *Partner) scriptLabel(ctx context.Context, key string, order shipment.Order) error {
	for script := range labelSources {
		if scripted(order, script) {
			return p.ledger.run(ctx, nil, `insert into labels (idempotency_key, tracking_no, script) values ($1, $2, $3)
				on conflict do nothing`, key, order.TrackingNo, script)
		}
	}
	return nil
}

// labelOf returns the ledger's entry about a label, the zero value if the partner draws none.
func (p *Partner) labelOf(ctx context.Context, key string) (l scriptedLabel, err error) {
	err = p.ledger.run(ctx, func(row *sqlite.Stmt) {
		l = scriptedLabel{row.ColumnText(0), row.ColumnText(1), row.ColumnInt(2)}
	}, `select tracking_no, script, asked from labels where idempotency_key = $1`, key)
	return l, err
}

// Label returns the label of an accepted order as its consignee's name scripts it.
func (p *Partner) Label(ctx context.Context, key string) (shipment.PartnerLabel, error) {
	if _, err := p.Find(ctx, key); err != nil {
		return shipment.PartnerLabel{}, err
	}
	partner.NoteRequest(ctx, "label of "+key)
	l, err := p.labelOf(ctx, key)
	if err != nil {
		return shipment.PartnerLabel{}, err
	}
	if l.script == ScriptLabelLater && l.asked < notReady {
		if err := p.ledger.run(ctx, nil, `update labels set asked = asked + 1 where idempotency_key = $1`, key); err != nil {
			return shipment.PartnerLabel{}, err
		}
		return shipment.PartnerLabel{}, partner.ErrLabelNotReady
	}
	drawn, err := draw(l.script, l.trackingNo)
	if err == nil {
		partner.NoteResponse(ctx, fmt.Sprintf("%s of %d bytes", drawn.Format, len(drawn.Content)))
	}
	return drawn, err
}

// draw draws the label of an order with a script. It returns a *partner.RefusedError for a script without a
// label.
func draw(script, trackingNo string) (shipment.PartnerLabel, error) {
	switch script {
	case ScriptLabelPDF, ScriptLabelLater:
		return shipment.PartnerLabel{Format: shipment.LabelPDF, Content: drawPDF(trackingNo)}, nil
	case ScriptLabelPNG:
		content, err := drawPNG(trackingNo)
		return shipment.PartnerLabel{Format: shipment.LabelPNG, Content: content}, err
	case ScriptLabelZPL:
		content := "^XA^CI28^FO40,40^A0N,40,40^FDSIMULATED COURIER^FS^FO40,120^BY3^BCN,160,Y,N,N^FD" + trackingNo + "^FS^XZ\n"
		return shipment.PartnerLabel{Format: shipment.LabelZPL, Content: []byte(content)}, nil
	}
	return shipment.PartnerLabel{}, &partner.RefusedError{Message: "The partner has no label of this order."}
}

// labelPDF is a page of 4 × 6 inches with number signs for the tracking number.
//
//go:embed label.pdf
var labelPDF []byte

// drawPDF returns a page with the tracking number, which has at most as many characters as there are number signs.
func drawPDF(trackingNo string) []byte {
	signs := bytes.Repeat([]byte("#"), 40)
	return bytes.Replace(labelPDF, signs, fmt.Appendf(nil, "%-*s", len(signs), trackingNo), 1)
}

// drawPNG returns a picture of 4 × 6 inches at 203 dpi whose bars are the bits of the tracking number: not a
// barcode, but a different picture for each number.
func drawPNG(trackingNo string) ([]byte, error) {
	const width, height, module, top, bottom = 812, 1218, 4, 100, 500
	picture := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	for i := range len(trackingNo) * 8 {
		if x := 40 + i*module; trackingNo[i/8]>>(i%8)&1 == 1 && x+module < width {
			for y := top; y < bottom; y++ {
				for dx := range module {
					picture.SetColorIndex(x+dx, y, 1)
				}
			}
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		return nil, fmt.Errorf("draw the label: %w", err)
	}
	return file.Bytes(), nil
}
