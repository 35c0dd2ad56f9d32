package standin

import (
	"context"
	"net/http"
	"time"

	"waybill/internal/partner/protocol"
)

// Faults configures the random faults.
type Faults struct {
	Rate    float64       // the share of calls with a fault, 0 to 1
	Latency time.Duration // the longest delay of a slow call
}

// fault says what happens to a call.
type fault int

// The faults, all equally frequent.
const (
	faultNone    fault = iota
	faultSlow          // the call takes longer
	faultRefused       // nothing is done, and the response is a temporary error
	faultLost          // it is done, but the response never arrives
	faultForged        // it is done, but the response is signed with another key
	faultTwice         // it is done, and its callback comes twice
	faultKinds
)

func (f fault) String() string {
	return [...]string{"none", "slow", "refused", "lost", "forged", "twice"}[f]
}

// draw picks the fault of a call.
func (f Faults) draw(random func() float64) fault {
	if random() >= f.Rate {
		return faultNone
	}
	return 1 + fault(random()*float64(faultKinds-1))
}

// withFault serves a call that has a fault. The faults of the response are left to the caller.
func (s *Server) withFault(ctx context.Context, f fault, serve func() (response, error)) (response, error) {
	switch f {
	case faultRefused:
		return response{http.StatusServiceUnavailable, protocol.Response{
			Error: protocol.CodeTemporary, Message: "The partner is not able to at present.",
		}}, nil
	case faultSlow:
		select {
		case <-time.After(time.Duration(s.Random() * float64(s.Faults.Latency))):
		case <-ctx.Done():
			return response{}, ctx.Err()
		}
	case faultNone, faultLost, faultForged, faultTwice, faultKinds:
	}
	return serve()
}
