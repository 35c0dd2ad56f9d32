package api

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"hash"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// links makes the addresses of pages and documents in responses, and knows those of documents again.
type links struct {
	store       *store.Store
	now         func() time.Time
	publicURL   string // http(s)://host; "": the host of the request
	secrets     atomic.Pointer[store.Secrets]
	documentKey atomic.Pointer[documentKey]
	reloaded    atomic.Int64 // when issued read the keys last, nanoseconds since 1970
}

// base is the scheme and host that links in a response start with.
func (l *links) base(r *http.Request) string {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	return strings.TrimSuffix(cmp.Or(l.publicURL, scheme+r.Host), "/")
}

// pageURL is the link to another page of a view: the request's own parameters, sorted, each with the
// value that counted, and another page. A limit is ignored by page.
func (l *links) pageURL(r *http.Request, page int) string {
	query := request.ParseQuery(r.URL.RawQuery)
	for name := range query {
		query.Set(name, request.LastValue(query, name))
	}
	query.Del("page")
	query.Del("limit")
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	return strings.TrimSuffix(l.base(r)+r.URL.EscapedPath()+"?"+query.Encode(), "?")
}

// documentKey signs the names of labels and other documents, so that their URLs need no secret key
// and cannot be guessed from a tracking number or from one another.
type documentKey struct {
	macs     sync.Pool
	previous *documentKey // whose names are accepted until its end; nil: none
	until    time.Time
}

// newDocumentKey makes a signer with the keys of the database. It reuses HMACs: a page has 50 names, and a new HMAC for
// each of them took 7 % of its processor time.
func newDocumentKey(s store.Secrets) *documentKey {
	signer := func(key [32]byte) *documentKey {
		return &documentKey{macs: sync.Pool{New: func() any { return hmac.New(sha256.New, key[:]) }}}
	}
	k := signer(s.LabelKey)
	if !s.PreviousUntil.IsZero() {
		k.previous, k.until = signer(s.PreviousKey), s.PreviousUntil
	}
	return k
}

// issued takes the name of a document apart, and reports whether a server of the database signed it. Another server may have a new key
// already: after a signature that is unknown the keys are read again, at most once a second. The order knows whether the address was
// revoked: see store.OrderByAddress. Returns shell.ErrNotFound for a name that no server signed.
func (l *links) issued(ctx context.Context, document label.Document, name string) (orderAddress, error) {
	of, ok := l.documentKey.Load().verify(document, name, l.now())
	if now, last := l.now().UnixNano(), l.reloaded.Load(); !ok && now-last >= int64(time.Second) && l.reloaded.CompareAndSwap(last, now) {
		if err := l.ReloadKeys(ctx); err != nil {
			l.reloaded.Store(last) // not read: the next request reads them
			return of, err
		}
		of, ok = l.documentKey.Load().verify(document, name, l.now())
	}
	if !ok {
		return of, shell.ErrNotFound
	}
	return of, nil
}

// ReloadKeys reads the keys of label addresses, and follows one that was replaced.
func (l *links) ReloadKeys(ctx context.Context) error {
	secrets, err := l.store.Secrets(ctx)
	if err != nil {
		return err
	}
	if before := l.secrets.Swap(&secrets); before == nil || secrets != *before {
		l.documentKey.Store(newDocumentKey(secrets))
	}
	return nil
}

// A signature is 130 bits in base 32.
const (
	signatureLength = 26
	signedBytes     = 17 // that hold them
)

var signatureEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// orderAddress has the parts of the addresses of an order. revision is how often those before were revoked; the first one
// is not written, so that addresses of earlier versions stay valid.
type orderAddress struct {
	trackingNo string
	revision   int64
}

// suffix is the revision as addresses have it, behind the signature.
func (o orderAddress) suffix() string {
	if o.revision == 0 {
		return ""
	}
	return strconv.FormatInt(o.revision, 10)
}

// name is the file name of an order's document, without its extension.
func (k *documentKey) name(document label.Document, of orderAddress) string {
	return of.trackingNo + "-" + k.sign(document, of) + of.suffix()
}

// verify takes a document's name apart. The second result is false when the signature is wrong.
func (k *documentKey) verify(document label.Document, name string, now time.Time) (of orderAddress, ok bool) {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return orderAddress{}, false
	}
	of.trackingNo = name[:i]
	if end := i + 1 + signatureLength; end < len(name) {
		of.revision, _ = strconv.ParseInt(name[end:], 10, 64) // another text makes another name
	}
	signedBy := func(k *documentKey) bool { return hmac.Equal([]byte(k.name(document, of)), []byte(name)) }
	return of, signedBy(k) || k.previous != nil && now.Before(k.until) && signedBy(k.previous)
}

func (k *documentKey) sign(document label.Document, of orderAddress) string {
	mac := k.macs.Get().(hash.Hash) // newDocumentKey says that it is one
	defer k.macs.Put(mac)
	mac.Reset()
	mac.Write([]byte(of.suffix() + string(document) + ":" + of.trackingNo)) // the name of a document begins with a letter
	var sum [sha256.Size]byte
	return signatureEncoding.EncodeToString(mac.Sum(sum[:0])[:signedBytes])[:signatureLength]
}

// EventLabelURL is the URL of the label of an event's order.
func (l *links) EventLabelURL(base string, e *shipment.Event) string {
	return l.labelURL(base, orderAddress{e.TrackingNo, e.AddressRevision}, true, e.LabelFormat())
}

// orderLabelURL is the URL of an order's label, "" while there is none.
func (l *links) orderLabelURL(base string, o *shipment.Order) string {
	return l.labelURL(base, orderAddress{o.TrackingNo, o.AddressRevision}, o.HasLabel, o.PartnerLabel)
}

// labelURL is the URL of the label of an order, below a base address; "" if it has none. format is the format of its partner's
// label, "" when Waybill draws the label.
func (l *links) labelURL(base string, of orderAddress, hasLabel bool, format shipment.LabelFormat) string {
	switch {
	case !hasLabel:
		return ""
	case format == shipment.LabelZPL: // which no page can be made of
		return l.documentURL(base, label.Parcel, of, label.ZPL)
	}
	return l.documentURL(base, label.Parcel, of, label.PDF)
}

// documentURL is the URL of a document of an order.
func (l *links) documentURL(base string, document label.Document, of orderAddress, format label.Format) string {
	folder := "/labels/"
	if document != label.Parcel {
		folder = "/documents/" + string(document) + "/"
	}
	return base + folder + url.PathEscape(l.documentKey.Load().name(document, of)) + "." + string(format)
}
