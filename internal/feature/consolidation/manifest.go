package consolidation

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// parcel is a parcel of a consignment.
type parcel struct {
	stored.Listed
	order   *shipment.Order
	account masterdata.Account
}

// line is an item of a parcel, or its items with one HS code, origin and currency.
type line struct {
	*parcel
	isFirst  bool // it is the first one of its parcel, and has the weight of it
	item     *shipment.Item
	trade    shipment.ItemTrade
	desc     string
	quantity int64
	weight   *big.Int // g, of the items
	value    *big.Int // thousandths
}

// manifestColumn is a column that a manifest may have.
type manifestColumn struct {
	name, heading string
	share         float64 // of the width of a page
	kind          byte    // see label.ListColumn
	text          func(l *line) string
}

var manifestColumns = []manifestColumn{
	{"bag", "Bag", 12, 0, func(l *line) string { return stored.BagNumber(l.BagID) }},
	{"tracking_no", "Tracking number", 24, 0, func(l *line) string { return l.order.TrackingNo }},
	{"reference", "Reference", 16, 0, func(l *line) string { return l.order.ShipperOrderID }},
	{"hawb_no", "House waybill", 18, 0, func(l *line) string { return l.order.HAWBNo }},
	{"weight", "Parcel kg", 11, label.IsNumber, func(l *line) string {
		if !l.isFirst { // so that the column has the sum of the parcels
			return ""
		}
		return thousandths(big.NewInt(int64(l.Weight)))
	}},
	{"shipper", "Shipper", 24, 0, func(l *line) string {
		return cmp.Or(l.extra().ShipperCompany, l.order.Pickup.Name, l.account.Name)
	}},
	{"shipper_address", "Shipper's address", 30, 0, func(l *line) string { return addressOf(&l.order.Pickup) }},
	{"shipper_country", "From", 12, 0, func(l *line) string { return l.order.Pickup.Country.Name() }},
	{"shipper_tax_ids", "Shipper's tax ids", 20, 0, func(l *line) string { return taxIDs(l.order, shipment.PartyShipper) }},
	{"consignee", "Consignee", 24, 0, func(l *line) string { return l.order.Consignee.Name }},
	{"consignee_company", "Consignee's company", 20, 0, func(l *line) string { return l.extra().ConsigneeCompany }},
	{"consignee_address", "Consignee's address", 34, 0, func(l *line) string { return addressOf(&l.order.Consignee) }},
	{"consignee_city", "City", 16, 0, func(l *line) string { return l.order.Consignee.City }},
	{"consignee_postal", "Postal code", 12, 0, func(l *line) string { return l.order.Consignee.Postal }},
	{"consignee_country", "To", 12, 0, func(l *line) string { return l.order.Consignee.Country.Name() }},
	{"consignee_phone", "Consignee's phone", 18, 0, func(l *line) string { return l.order.Consignee.Number }},
	{"consignee_email", "Consignee's e-mail", 24, 0, func(l *line) string { return l.order.Consignee.Email }},
	{"consignee_tax_ids", "Consignee's tax ids", 20, 0, func(l *line) string { return taxIDs(l.order, shipment.PartyConsignee) }},
	{"importer_reference", "Importer's reference", 20, 0, func(l *line) string { return l.extra().ImporterReference }},
	{"incoterm", "Incoterm", 9, 0, func(l *line) string { return l.order.Incoterm }},
	{"description", "Goods", 34, 0, func(l *line) string { return l.desc }},
	{"hs_code", "HS code", 14, 0, func(l *line) string { return l.trade.HSCode }},
	{"origin", "Origin", 12, 0, func(l *line) string { return l.trade.OriginCountry.Name() }},
	{"un_number", "UN number", 10, 0, func(l *line) string { return l.trade.UNNumber }},
	{"quantity", "Pieces", 9, label.IsNumber, func(l *line) string { return strconv.FormatInt(l.quantity, 10) }},
	{"item_weight", "Goods kg", 11, label.IsNumber, func(l *line) string { return thousandths(l.weight) }},
	{"currency", "Currency", 9, 0, func(l *line) string { return l.item.PriceCurrency }},
	{"value", "Value", 14, label.IsNumber, func(l *line) string { return amount(l.value) }},
}

// extra has the further fields of the order.
func (l *line) extra() *shipment.OrderTrade { return cmp.Or(l.order.Trade, &shipment.OrderTrade{}) }

// defaultTemplate is for brokers without one of their own.
var defaultTemplate = request.Template{
	Rows: request.RowsOfCodes,
	Columns: "bag, tracking_no, weight, shipper, shipper_country, consignee, consignee_address, consignee_city, consignee_postal, " +
		"consignee_country, description, hs_code, origin, quantity, currency, value",
}

// columnsOf are the columns of a template. Returns a *request.InvalidError that names them all if there is no such column.
func columnsOf(t *request.Template) (columns []manifestColumn, err error) {
	for name := range strings.SplitSeq(t.Columns, ",") {
		name = strings.TrimSpace(name)
		at := slices.IndexFunc(manifestColumns, func(c manifestColumn) bool { return c.name == name })
		if at < 0 {
			names := each.Of(manifestColumns, func(c manifestColumn) string { return c.name })
			return nil, request.Wrong(request.ColumnsField, problem.ManifestColumn.With(name, strings.Join(names, ", ")))
		}
		columns = append(columns, manifestColumns[at])
	}
	return columns, nil
}

// SaveTemplate sets the template of a broker. Returns a *request.InvalidError.
func (s *Service) SaveTemplate(ctx context.Context, t request.Template) (request.Template, error) {
	if _, err := columnsOf(&t); err != nil {
		return t, err
	}
	return t, s.Stored.SaveTemplate(ctx, t)
}

// addressOf is an address on one line.
func addressOf(p *shipment.Party) string {
	parts := []string{strings.Join(strings.Fields(p.Address), " "), p.Postal, p.City, p.Province, p.State}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

func taxIDs(o *shipment.Order, party string) string {
	return strings.Join(each.Of(o.TaxIDsOf(party), func(id shipment.TaxID) string {
		return strings.TrimSpace(id.Type + " " + id.Number)
	}), "; ")
}

// thousandths writes a number of thousandths with three decimals.
func thousandths(n *big.Int) string {
	digits := fmt.Sprintf("%04d", n)
	return digits[:len(digits)-3] + "." + digits[len(digits)-3:]
}

// amount writes thousandths with two decimals, or three if the last one is not 0.
func amount(n *big.Int) string { return strings.TrimSuffix(thousandths(n), "0") }

// lines are the lines of a parcel: at least one.
func (p *parcel) lines(rows string) (lines []line) {
	items := p.order.Items
	if len(items) == 0 {
		items = make([]shipment.Item, 1)
	}
	for i := range items {
		item := &items[i]
		l := line{parcel: p, item: item, trade: *cmp.Or(item.Trade, &shipment.ItemTrade{}), desc: item.CustomsDesc()}
		pieces := big.NewInt(item.Quantity)
		l.quantity, l.weight = item.Quantity, new(big.Int).Mul(pieces, big.NewInt(int64(l.trade.Weight)))
		l.value = new(big.Int).Mul(pieces, big.NewInt(int64(item.DeclaredValue())))
		at := -1
		if rows == request.RowsOfCodes && l.trade.HSCode != "" {
			at = slices.IndexFunc(lines, l.isLike)
		}
		if at < 0 {
			lines = append(lines, l)
			continue
		}
		with := &lines[at]
		if !slices.Contains(strings.Split(with.desc, "; "), l.desc) {
			with.desc += "; " + l.desc
		}
		with.quantity += l.quantity
		with.weight.Add(with.weight, l.weight)
		with.value.Add(with.value, l.value)
	}
	lines[0].isFirst = true
	return lines
}

// isLike reports whether two lines are one if rows are of HS codes.
func (l *line) isLike(other line) bool {
	return other.trade.HSCode == l.trade.HSCode && other.trade.OriginCountry == l.trade.OriginCountry &&
		other.trade.UNNumber == l.trade.UNNumber && other.item.PriceCurrency == l.item.PriceCurrency
}

// How many parcels of a consignment are in memory at once, and about how many bytes of their orders, unless a single one has more.
const (
	parcelsAtOnce = 200
	bytesAtOnce   = 4 << 20
)

var (
	errBytes   = errors.New("the orders have too many bytes to be in memory at once")
	errStopped = errors.New("no more is read")
)

// eachParcel calls visit with the parcels of a consignment, some at a time, by bag, account and order. What was in bags that are emptied is
// among them. What it reads is not charged to the request, which holds bytesAtOnce for it. Returns a conflict if there are too
// many.
func (s *Service) eachParcel(ctx context.Context, id int64, visit func([]parcel) error) error {
	accounts, err := s.orders.Store.MasterData.FindAccounts(ctx, "", false)
	if err == nil {
		_, err = s.Stored.CheckSize(ctx, s.Stored.DB.Reads, id, 0)
	}
	byID, after := each.By(accounts, func(a masterdata.Account) int64 { return a.AccountID }), stored.Place{}
	for limit := parcelsAtOnce; err == nil; {
		var listed []stored.Listed
		if listed, err = s.Stored.ConsignmentParcels(ctx, id, after, limit); err != nil {
			return err
		}
		var found []parcel
		if found, err = s.withOrders(ctx, listed, byID); errors.Is(err, errBytes) {
			limit, err = (len(listed)+3)/4, nil
			continue
		}
		if err == nil {
			err = visit(found)
		}
		if len(listed) < limit {
			return err
		}
		after, limit = listed[len(listed)-1].Place(), min(2*limit, parcelsAtOnce)
	}
	return err
}

// withOrders reads the orders of parcels. Returns errBytes if they are too large together.
func (s *Service) withOrders(ctx context.Context, listed []stored.Listed, accounts map[int64]masterdata.Account) ([]parcel, error) {
	size, byID := 0, map[int64]*shipment.Order{}
	ctx = store.WithMeter(ctx, func(bytes int) error {
		if size += bytes; size > bytesAtOnce && len(listed) > 1 {
			return errBytes
		}
		return nil
	})
	byAccount := each.Grouped(listed, func(p stored.Listed) int64 { return p.AccountID })
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		read, err := s.orders.Store.OrdersByID(ctx, account, each.Of(byAccount[account], func(p stored.Listed) int64 { return p.OrderID }))
		if err != nil {
			return nil, err
		}
		for i := range read {
			byID[read[i].OrderID] = &read[i]
		}
	}
	found := make([]parcel, 0, len(listed))
	for _, p := range listed {
		if o := byID[p.OrderID]; o != nil {
			found = append(found, parcel{p, o, accounts[p.AccountID]})
		}
	}
	return found, nil
}

// pushed makes a sequence of what a function visits.
func pushed[T any](read func(visit func(T) error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		err := read(func(one T) error {
			if !yield(one, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			var none T
			yield(none, err)
		}
	}
}

// Paper is the manifest of a consignment as it is now, in the columns that its broker wants. Its version is the newest one that was made.
type Paper struct {
	stored.Manifest
	Consignment stored.Consignment
	Template    request.Template
	Rows        func(context.Context) iter.Seq2[[]string, error] // they are read again; an error says that they are others now
	newest      stored.Manifest                                  // that was made
	columns     []manifestColumn
	count       int   // of the rows
	err         error // of the reading of rows that were written
}

// Paper reads the manifest of a consignment as it is now. Returns store.ErrNotFound, and a conflict if a bag is not closed, or there are
// too many parcels.
func (s *Service) Paper(ctx context.Context, id int64) (m Paper, err error) {
	if m.Consignment, err = s.Stored.Consignment(ctx, id); err != nil {
		return m, err
	}
	m.Template, err = s.Stored.Template(ctx, m.Consignment.Broker)
	if errors.Is(err, store.ErrNotFound) {
		m.Template, err = defaultTemplate, nil
	}
	if err == nil {
		m.columns, err = columnsOf(&m.Template)
	}
	if err != nil {
		return m, err
	}
	made, err := s.Stored.Manifests(ctx, id, 0, 1) // before the parcels are read: so no older reading becomes the next version
	if m.newest = append(made, stored.Manifest{})[0]; err == nil {
		err = s.readRows(ctx, &m, func([]string) error {
			m.count++
			return nil
		})
	}
	m.Rows = func(ctx context.Context) iter.Seq2[[]string, error] {
		return pushed(func(visit func([]string) error) error {
			again := m
			err := s.readRows(ctx, &again, visit)
			if err == nil && again.Digest != m.Digest {
				err = m.old()
			}
			return err
		})
	}
	return m, err
}

func (m *Paper) old() error {
	return &orders.ConflictError{Message: problem.ManifestOld.With(m.newest.Version)}
}

// readRows sums up the parcels of a manifest, and calls visit with its rows.
func (s *Service) readRows(ctx context.Context, m *Paper, visit func([]string) error) error {
	m.Manifest = stored.Manifest{ConsignmentID: m.Consignment.ConsignmentID, Version: m.newest.Version}
	bags, err := s.Stored.BagsToFile(ctx, m.ConsignmentID)
	if err != nil {
		return err
	}
	var digests []byte
	sums, filled := map[string]*big.Int{}, map[int64]bool{}
	err = s.eachParcel(ctx, m.ConsignmentID, func(found []parcel) error {
		for i := range found {
			p := &found[i]
			m.Parcels, m.Net, filled[p.BagID] = m.Parcels+1, m.Net+p.Weight, true
			digest := sha256.New()
			for _, l := range p.lines(request.RowsOfItems) { // whatever the template
				for _, c := range manifestColumns {
					fmt.Fprintf(digest, "%q ", c.text(&l))
				}
				if l.value.Sign() != 0 {
					sums[l.item.PriceCurrency] = new(big.Int).Add(cmp.Or(sums[l.item.PriceCurrency], new(big.Int)), l.value)
				}
			}
			digests = fmt.Appendf(digests, "%s %x\n", p.order.TrackingNo, digest.Sum(nil)[:8])
			for _, l := range p.lines(m.Template.Rows) {
				if err := visit(each.Of(m.columns, func(c manifestColumn) string { return c.text(&l) })); err != nil {
					return err
				}
			}
		}
		return nil
	})
	digest := sha256.New()
	fmt.Fprintf(digest, "%s %s\n%s", m.Consignment.AWB, m.Consignment.Destination, digests)
	m.Gross, m.Each = m.Net, string(digests)
	for _, b := range bags {
		if b.State != stored.BagEmptied || filled[b.BagID] { // else its parcels are in other bags of the consignment
			m.Pieces, m.Gross = m.Pieces+1, m.Gross+b.Tare
			fmt.Fprintf(digest, "%s %d %q\n", b.Number(), b.Tare, b.Seal)
		}
	}
	m.Digest = hex.EncodeToString(digest.Sum(nil)[:16])
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		m.Values = append(m.Values, stored.Value{Currency: currency, Amount: amount(sums[currency])})
	}
	return err
}

// MakeManifest makes the next version of the manifest of a consignment, or returns the newest one if nothing is different. Returns what
// Paper does, and a conflict if another one was made meanwhile.
func (s *Service) MakeManifest(ctx context.Context, id int64) (stored.Manifest, error) {
	m, err := s.Paper(ctx, id)
	if err != nil {
		return stored.Manifest{}, err
	}
	return s.Stored.MakeManifest(ctx, m.Manifest)
}

// Newest is the newest version of the manifest of a consignment, with its rows. Returns what Paper does, store.ErrNotFound if none was
// made, and a conflict if the parcels are not as they were then.
func (s *Service) Newest(ctx context.Context, id int64) (Paper, error) {
	m, err := s.Paper(ctx, id)
	switch {
	case err != nil:
	case m.newest.Version == 0:
		err = store.ErrNotFound
	case m.newest.Digest != m.Digest:
		err = m.old()
	default:
		m.Manifest = m.newest
	}
	return m, err
}
