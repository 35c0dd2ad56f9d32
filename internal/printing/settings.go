package printing

import (
	"cmp"
	"context"

	"waybill/internal/inforce"
	"waybill/internal/label"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// printSettings are what the orders of an account need besides themselves to be printed.
type printSettings struct {
	services map[int64]shipment.Service
	account  shipment.AccountLabels
	labels   map[int64]shipment.ServiceLabels // by service
	customs  map[int64]shipment.Customs       // by service; nil for parcel labels, which do not print them
	isCN22   bool                             // the document is the CN 22, which needs to know what the goods are worth
	rates    *rules.Rates                     // for the CN 22; nil if none are loaded
}

func (s *Service) settings(ctx context.Context, accountID int64, document label.Document, orders ...shipment.Order,
) (p printSettings, err error) {
	if p.services, err = s.Store.MasterData.ServicesByID(ctx); err != nil {
		return p, err
	}
	if p.account, err = s.Store.MasterData.AccountLabels(ctx, accountID); err != nil {
		return p, err
	}
	p.labels = make(map[int64]shipment.ServiceLabels)
	if document != label.Parcel && document != "" {
		p.customs = make(map[int64]shipment.Customs)
	}
	if p.isCN22 = document == label.CN22; p.isCN22 {
		if p.rates, err = inforce.Rates(ctx, s.Store.MasterData); err != nil {
			return p, err
		}
	}
	for i := range orders {
		id := orders[i].ServiceID
		if _, known := p.labels[id]; known {
			continue
		}
		if p.labels[id], err = s.Store.MasterData.ServiceLabels(ctx, id); err != nil {
			return p, err
		}
		if p.customs == nil {
			continue
		}
		if p.customs[id], err = s.Store.MasterData.Customs(ctx, accountID, id); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (p *printSettings) shipment(o *shipment.Order) label.Shipment {
	s := label.Shipment{Order: *o, Service: p.services[o.ServiceID], AccountLabels: p.account, ServiceLabels: p.labels[o.ServiceID]}
	p.customs[o.ServiceID].Fill(&s.Order)
	s.AboveCN22 = p.isCN22 && p.rates.AboveSDR(&s.Order, label.MaxCN22)
	return s
}

// size is the paper of labels: that of the request, else the account's. Other documents have that of the request, and
// pictures and ZPL are never four on a sheet unless the request says so.
func (p *printSettings) size(o label.Options) label.Size {
	if o.Document != label.Parcel || o.Format != label.PDF && p.account.Size == string(label.SizeA4) {
		return o.Size
	}
	return cmp.Or(o.Size, label.Size(p.account.Size))
}
