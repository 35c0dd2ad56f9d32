package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var created = reply{status: 201, body: twoCreated}

// broken breaks the connection before the response.
var broken = reply{}

// cut breaks the connection within the response.
var cut = reply{status: 201, header: map[string]string{"Content-Length": "100"}, body: twoCreated[:20]}

func replied(status int) reply { return reply{status: status, body: `{"detail":"D"}`} }

func repliedRetryAfter(status int, value string) reply {
	r := replied(status)
	r.header = map[string]string{"Retry-After": value}
	return r
}

// synctest's clock stands still unless all goroutines wait, so the elapsed time is that of the waits alone.
func checkElapsed(t *testing.T, since time.Time, atLeast, atMost time.Duration) {
	t.Helper()
	if took := time.Since(since); took < atLeast || took > atMost {
		t.Errorf("waited %v, want %v to %v", took, atLeast, atMost)
	}
}

func TestRepeatsWhatIsSafe(t *testing.T) {
	for name, failure := range map[string]reply{
		"409": replied(409), "429": replied(429), "502": replied(502), "503": replied(503), "504": replied(504),
		"no response": broken, "half a response": cut,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, c := newService(t, nil, failure, created)
				start := time.Now()
				got, err := c.CreateOrders(t.Context(), twoOrders())
				if err != nil || len(got.Orders) != 2 {
					t.Fatalf("got %+v, %v", got, err)
				}
				checkElapsed(t, start, 500*time.Millisecond, 750*time.Millisecond)
				sent := s.requests()
				if len(sent) != 2 || !reflect.DeepEqual(sent[0], sent[1]) || sent[0].header.Get("Idempotency-Key") == "" {
					t.Errorf("sent %v, want the same twice, with an idempotency key", sent)
				}
			})
		})
	}
}

func TestRepeatsViews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newService(t, nil, replied(503), broken, reply{status: 200, body: `{"count":1,"results":[{"order_id":1}]}`})
		page, err := c.Orders(t.Context(), Filter{})
		if err != nil || page.Count != 1 || len(s.requests()) != 3 {
			t.Errorf("got %+v, %v after %d requests, want 3", page, err, len(s.requests()))
		}
	})
}

func TestDoesNotRepeat(t *testing.T) {
	for _, status := range []int{301, 400, 401, 403, 404, 405, 413, 415, 422, 500, 501} {
		synctest.Test(t, func(t *testing.T) {
			s, c := newService(t, nil, replied(status), created)
			start := time.Now()
			_, err := c.CreateOrders(t.Context(), twoOrders())
			if got, ok := errors.AsType[*Error](err); !ok || got.StatusCode != status {
				t.Errorf("%d: got %v", status, err)
			}
			checkElapsed(t, start, 0, 0)
			if n := len(s.requests()); n != 1 {
				t.Errorf("%d: %d requests, want 1", status, n)
			}
		})
	}
}

func TestGivesUp(t *testing.T) {
	for _, test := range []struct {
		opts            []Option
		requests        int
		atLeast, atMost time.Duration
	}{
		{nil, 7, 30500 * time.Millisecond, 45750 * time.Millisecond},
		{[]Option{WithMaxRetries(10)}, 11, 90500 * time.Millisecond, 135750 * time.Millisecond},
		{[]Option{WithMaxRetries(2)}, 3, 1500 * time.Millisecond, 2250 * time.Millisecond},
		{[]Option{WithMaxRetries(0)}, 1, 0, 0},
		{[]Option{WithMaxRetries(-1)}, 1, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, c := newService(t, test.opts, replied(503))
			start := time.Now()
			_, err := c.CreateOrders(t.Context(), twoOrders())
			if !errors.Is(err, ErrUnavailable) {
				t.Errorf("got %v, want ErrUnavailable", err)
			}
			checkElapsed(t, start, test.atLeast, test.atMost)
			if n := len(s.requests()); n != test.requests {
				t.Errorf("%d requests, want %d", n, test.requests)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	for _, test := range []struct {
		name            string
		header          func() string
		atLeast, atMost time.Duration
	}{
		{"seconds", func() string { return "13" }, 13 * time.Second, 13 * time.Second},
		{"a date", func() string { return inSeconds(20) }, 20 * time.Second, 20 * time.Second},
		{"the longest", func() string { return "60" }, time.Minute, time.Minute},
		{"a past date", func() string { return inSeconds(-20) }, 500 * time.Millisecond, 750 * time.Millisecond},
		{"less than the delay", func() string { return "0" }, 500 * time.Millisecond, 750 * time.Millisecond},
		{"neither", func() string { return "soon" }, 500 * time.Millisecond, 750 * time.Millisecond},
		{"negative", func() string { return "-5" }, 500 * time.Millisecond, 750 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, c := newService(t, nil, repliedRetryAfter(429, test.header()), created)
				start := time.Now()
				if _, err := c.CreateOrders(t.Context(), twoOrders()); err != nil {
					t.Fatal(err)
				}
				checkElapsed(t, start, test.atLeast, test.atMost)
			})
		})
	}
}

func inSeconds(n int) string {
	return time.Now().Add(time.Duration(n) * time.Second).UTC().Format(http.TimeFormat)
}

func TestRetryAfterTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newService(t, nil, repliedRetryAfter(503, "61"), created)
		start := time.Now()
		_, err := c.CreateOrders(t.Context(), twoOrders())
		if got, ok := errors.AsType[*Error](err); !ok || got.RetryAfter != 61*time.Second {
			t.Errorf("got %v, want an *Error with RetryAfter 61 s", err)
		}
		checkElapsed(t, start, 0, 0)
		if n := len(s.requests()); n != 1 {
			t.Errorf("%d requests, want 1", n)
		}
	})
}

func TestContextEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newService(t, nil, replied(503))
		ctx, cancel := context.WithCancel(t.Context())
		start := time.Now()
		time.AfterFunc(100*time.Millisecond, cancel)
		_, err := c.CreateOrders(ctx, twoOrders())
		if !errors.Is(err, context.Canceled) || !errors.Is(err, ErrUnavailable) {
			t.Errorf("got %v, want both the context's error and the last attempt's", err)
		}
		checkElapsed(t, start, 100*time.Millisecond, 100*time.Millisecond)
	})
}

func TestDeadlineBeforeTheNextAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newService(t, nil, repliedRetryAfter(429, "10"))
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Second)
		defer cancel()
		start := time.Now()
		_, err := c.CreateOrders(ctx, twoOrders())
		if !errors.Is(err, ErrThrottled) || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want ErrThrottled alone", err)
		}
		checkElapsed(t, start, 0, 0)
		if n := len(s.requests()); n != 1 {
			t.Errorf("%d requests, want 1", n)
		}
	})
}

func TestContextThatIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newService(t, nil, created)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		start := time.Now()
		_, err := c.CreateOrders(ctx, twoOrders())
		if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "while waiting") {
			t.Errorf("got %v, want the context's error, and no wait", err)
		}
		checkElapsed(t, start, 0, 0)
		if n := len(s.requests()); n != 0 {
			t.Errorf("%d requests, want none", n)
		}
	})
}

func TestConcurrentUse(t *testing.T) {
	s, c := newService(t, nil, created)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			r := twoOrders()
			r.IdempotencyKey = "key-" + strconv.Itoa(i)
			if _, err := c.CreateOrders(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	keys := map[string]bool{}
	for _, r := range s.requests() {
		keys[r.header.Get("Idempotency-Key")] = true
	}
	if len(keys) != 8 {
		t.Errorf("keys %v, want 8", fmt.Sprint(keys))
	}
}
