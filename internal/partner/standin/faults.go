package standin

import (
	"context"
	"net/http"
	"time"

	"waybill/internal/partner/protocol"
)

// Faults are what goes wrong at random.
type Faults struct {
	Rate    float64       // of calls that something happens to, 0 to 1
	Latency time.Duration // the most that a slow call is delayed
}

// fault is what happens to a call.
type fault int

// The faults. Each is as frequent as the others.
const (
	faultNone    fault = iota
	faultSlow          // the call takes longer
	faultRefused       // nothing is done, and it is said so: try again later
	faultLost          // it is done, but the answer never arrives
	faultForged        // it is done, but the answer is signed with another key
	faultTwice         // it is done, and its callback comes twice
	faultKinds
)

func (f fault) String() string {
	return [...]string{"none", "slow", "refused", "lost", "forged", "twice"}[f]
}

// draw decides what happens to a call.
func (f Faults) draw(random func() float64) fault {
	if random() >= f.Rate {
		return faultNone
	}
	return 1 + fault(random()*float64(faultKinds-1))
}

// withFault serves a call that a fault happens to. Those of the answer are left to the
// caller.
func (s *Server) withFault(ctx context.Context, f fault, serve func() (answer, error)) (answer, error) {
	switch f {
	case faultRefused:
		return answer{http.StatusServiceUnavailable, protocol.Answer{
			Error: protocol.CodeTemporary, Message: "The courier is not able to at present.",
		}}, nil
	case faultSlow:
		select {
		case <-time.After(time.Duration(s.Random() * float64(s.Faults.Latency))):
		case <-ctx.Done():
			return answer{}, ctx.Err()
		}
	case faultNone, faultLost, faultForged, faultTwice, faultKinds:
	}
	return serve()
}
