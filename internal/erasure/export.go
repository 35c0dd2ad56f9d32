package erasure

import (
	"context"
	"encoding/json"
	"fmt"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// Export is all that is stored of a person's order, as JSON. Fields without a value are left out.
type Export struct {
	TrackingNo    string                       `json:"tracking_no"`
	AccountID     int64                        `json:"account_id"`
	CreatedOn     string                       `json:"created_on"`
	UploadBatchNo string                       `json:"upload_batch_no"`
	HAWBNo        string                       `json:"hawb_no,omitempty"`
	Fields        map[string]json.RawMessage   `json:"order"`
	Items         []map[string]json.RawMessage `json:"items"`
	TaxIDs        []map[string]json.RawMessage `json:"tax_ids,omitempty"`
	Metadata      json.RawMessage              `json:"metadata,omitempty"`
	Changes       []ExportedChange             `json:"changes,omitempty"`
	Notes         []string                     `json:"notes,omitempty"`
	Tags          []string                     `json:"tags,omitempty"`
	Tracking      []ExportedEvent              `json:"tracking"`
	Proof         *ExportedProof               `json:"proof_of_delivery,omitempty"`
}

// ExportedChange is a change of an order after it was created.
type ExportedChange struct {
	ChangedOn string                 `json:"changed_on"`
	Fields    []shipment.FieldChange `json:"fields"`
}

// ExportedEvent is an event of the journey of a parcel.
type ExportedEvent struct {
	OccurredOn  string `json:"occurred_on"`
	Status      string `json:"status"`
	Description string `json:"description"`
	Place       string `json:"place,omitempty"`
}

// ExportedProof is a proof of delivery.
type ExportedProof struct {
	Name      string `json:"name"`
	SignedOn  string `json:"signed_on"`
	MediaType string `json:"media_type"`
	Image     []byte `json:"image"` // base64
}

// ExportOrder returns what is stored of an order that FindOrders found.
func (e *Eraser) ExportOrder(ctx context.Context, o *shipment.Order) (Export, error) {
	x := Export{
		TrackingNo: o.TrackingNo, AccountID: o.AccountID, CreatedOn: shipment.FormatTime(o.CreatedOn), UploadBatchNo: o.UploadBatchNo,
		HAWBNo: o.HAWBNo, Fields: exportFields(shipment.OrderFields, o),
	}
	for i := range o.Items {
		x.Items = append(x.Items, exportFields(shipment.ItemFields, &o.Items[i]))
	}
	if o.Trade != nil {
		for i := range o.Trade.TaxIDs {
			x.TaxIDs = append(x.TaxIDs, exportFields(shipment.TaxIDFields, &o.Trade.TaxIDs[i]))
		}
		if o.Trade.Metadata != nil {
			x.Metadata = shipment.AppendMetadata(nil, o.Trade.Metadata)
		}
	}
	changes, err := e.Store.Changes(ctx, o.AccountID, o.OrderID)
	if err != nil {
		return Export{}, err
	}
	x.Changes = each.Of(changes, func(c shipment.Change) ExportedChange {
		return ExportedChange{shipment.FormatTime(c.ChangedOn), c.Fields}
	})
	detail, err := e.Store.OrderDetail(ctx, o.AccountID, o.TrackingNo)
	if err != nil {
		return Export{}, err
	}
	x.Tags = detail.Tags
	x.Notes = each.Of(detail.Notes, func(note shipment.OrderNote) string { return note.Text })
	for _, event := range detail.Events {
		x.Tracking = append(x.Tracking, ExportedEvent{
			shipment.FormatTime(event.OccurredOn), string(event.Status), event.Description(), event.Place,
		})
	}
	if len(detail.Proofs) > 0 {
		proof, err := e.Store.Proof(ctx, o.AccountID, o.TrackingNo)
		if err != nil {
			return Export{}, fmt.Errorf("order %s: %w", o.TrackingNo, err)
		}
		x.Proof = &ExportedProof{proof.Name, shipment.FormatTime(proof.SignedOn), proof.MediaType, proof.Image}
	}
	return x, nil
}

func exportFields[T any](fields []shipment.Field[T], of *T) map[string]json.RawMessage {
	values := make(map[string]json.RawMessage)
	for i := range fields {
		if f := &fields[i]; !f.IsList() && !f.IsZero(of) {
			values[f.Name] = f.AppendJSON(nil, of)
		}
	}
	return values
}
