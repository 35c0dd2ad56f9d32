package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"waybill/internal/orders"
	"waybill/internal/partnerlabel"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// line is a line of a file.
type line struct {
	Order  json.RawMessage              `json:"order"`   // as a create request has it, with its tracking_no
	HAWBNo string                       `json:"hawb_no"` // the partner's number
	Events []map[string]json.RawMessage `json:"events"`  // as POST /api/operator/tracking/ has them, without tracking_no
	Label  string                       `json:"label"`   // name of the file of the partner's label
}

// read reads and checks a line. The label is not read.
func (l *Loader) read(ctx context.Context, text []byte) (loaded store.LoadedOrder, labelFile string, err error) {
	var sent line
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&sent); err != nil {
		return loaded, "", fmt.Errorf("it is not a JSON object with order, hawb_no, events and label: %w", err)
	}
	read, err := orders.ReadFile(ctx, sent.Order, l.services)
	switch {
	case err != nil:
		return loaded, "", err
	case len(read) != 1 || read[0].TrackingNo == "":
		return loaded, "", errors.New("order: want one order with its tracking_no")
	case len(sent.HAWBNo) > shipment.MaxHAWBNo:
		return loaded, "", fmt.Errorf("hawb_no: want at most %d characters", shipment.MaxHAWBNo)
	}
	loaded = store.LoadedOrder{Order: read[0], HAWBNo: sent.HAWBNo, Partner: l.services[read[0].ServiceID].Partner}
	if loaded.Partner == "" && sent.HAWBNo+sent.Label != "" {
		return loaded, "", errors.New("hawb_no and label: the service has no partner")
	}
	if loaded.Events, err = readEvents(sent.Events, read[0].TrackingNo); err != nil {
		return loaded, "", err
	}
	return loaded, sent.Label, nil
}

func readEvents(sent []map[string]json.RawMessage, trackingNo string) (events []shipment.TrackingEvent, err error) {
	number, err := json.Marshal(trackingNo)
	if err != nil || len(sent) == 0 {
		return nil, err
	}
	if len(sent) > shipment.MaxEvents {
		return nil, fmt.Errorf("events: want at most %d", shipment.MaxEvents)
	}
	for _, event := range sent {
		event["tracking_no"] = number
	}
	body, err := json.Marshal(map[string]any{"events": sent})
	if err != nil {
		return nil, fmt.Errorf("events: %w", err)
	}
	reports, err := request.ReadEvents(body)
	if err != nil {
		return nil, err
	}
	for i, r := range reports {
		if r.OccurredOn.IsZero() {
			return nil, fmt.Errorf("events[%d].occurred_on: this field is required", i)
		}
		events = append(events, r.TrackingEvent)
	}
	return events, nil
}

// saveLabel inspects and stores the file of a label. It returns why that cannot be taken, or an error if it could not be stored now.
func (l *Loader) saveLabel(ctx context.Context, loaded *store.LoadedOrder, file string) (refusal, err error) {
	content, err := l.Folder.ReadFile(file)
	if err != nil {
		return fmt.Errorf("label: %w", err), nil
	}
	loaded.LabelFormat = shipment.LabelFormat(strings.ToLower(strings.TrimPrefix(path.Ext(file), ".")))
	loaded.LabelBlob, err = l.Labels.Save(ctx, loaded.Partner, shipment.PartnerLabel{Format: loaded.LabelFormat, Content: content})
	if err != nil {
		err = fmt.Errorf("label %s: %w", file, err)
	}
	if _, refused := errors.AsType[*partnerlabel.RefusedError](err); refused {
		return err, nil
	}
	return nil, err
}

// differences are the fields in which a stored order differs from one of the file.
func differences(stored, sent *shipment.Order) (found []string) {
	found = differ(found, "", shipment.OrderFields, stored, sent)
	if len(stored.Items) != len(sent.Items) {
		return append(found, fmt.Sprintf("%d items, not %d", len(stored.Items), len(sent.Items)))
	}
	for i := range stored.Items {
		found = differ(found, fmt.Sprintf("items[%d].", i), shipment.ItemFields, &stored.Items[i], &sent.Items[i])
	}
	return found
}

func differ[T any](found []string, of string, fields []shipment.Field[T], stored, sent *T) []string {
	for i := range fields {
		f := &fields[i]
		if f.IsList() {
			continue
		}
		if a, b := f.AppendJSON(nil, stored), f.AppendJSON(nil, sent); !bytes.Equal(a, b) {
			found = append(found, fmt.Sprintf("%s%s is %s, not %s", of, f.Name, a, b))
		}
	}
	return found
}
