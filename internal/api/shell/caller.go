package shell

import (
	"net/http"

	"golang.org/x/text/language"

	"waybill/internal/each"
	"waybill/internal/orders"
	"waybill/internal/problem"
)

// By is the caller of an operation on orders.
func (s *Shell) By(c Call) orders.Caller {
	return orders.Caller{
		Caller: c.Caller, Languages: acceptedLanguages(c.Req.Header.Get("Accept-Language")),
		Memory: orders.Memory{Copy: s.copied(c), Read: s.Metered, Share: s.Share},
	}
}

// ErrReturnsTooLarge refuses returns of so many large orders that a body with all of them would be too large.
var ErrReturnsTooLarge = &Problem{
	Status: http.StatusRequestEntityTooLarge,
	Detail: problem.ReturnsTooLarge,
}

// copied charges what the returns of a call copy from stored orders: it counts as if the caller had sent it. The error is
// ErrReturnsTooLarge when the request would be larger than a body may be, and admission.ErrBusy when there is no memory for it.
func (s *Shell) copied(c Call) func(bytes int) error {
	size := len(c.Body)
	return func(bytes int) error {
		if size += bytes; size > MaxBody {
			return ErrReturnsTooLarge
		}
		held := s.Hold(c.Req.Context())
		if held.IsMost() { // it is served almost alone, and is not larger than maxBody
			return nil
		}
		return held.Add(int64(bytes) * (1 + s.CostOfStoring()))
	}
}

// maxAcceptLanguage is how many bytes of a header are parsed; browsers send some 50.
const maxAcceptLanguage = 500

// acceptedLanguages are the languages of an Accept-Language header (RFC 9110, section 12.5.4), the best first. There
// are none if the header cannot be parsed.
func acceptedLanguages(header string) []string {
	if header == "" || len(header) > maxAcceptLanguage {
		return nil
	}
	wanted, _, _ := language.ParseAcceptLanguage(header) // none with an error
	return each.Of(wanted, func(tag language.Tag) string { return tag.String() })
}
