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
		"429": replied(429), "502": replied(502), "503": replied(503), "504": replied(504),
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

// TestRepeatsWhileTheFirstRequestRuns: only then Retry-After of a 409 is less than a minute.
func TestRepeatsWhileTheFirstRequestRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newService(t, nil, repliedRetryAfter(409, "1"), created)
		start := time.Now()
		if _, err := c.CreateOrders(t.Context(), twoOrders()); err != nil {
			t.Fatal(err)
		}
		checkElapsed(t, start, time.Second, time.Second)
		if sent := s.requests(); len(sent) != 2 || !reflect.DeepEqual(sent[0], sent[1]) {
			t.Errorf("sent %v, want the same twice", sent)
		}
	})
}

func TestDoesNotRepeatConflicts(t *testing.T) {
	for _, decision := range []reply{replied(409), repliedRetryAfter(409, "60")} {
		synctest.Test(t, func(t *testing.T) {
			s, c := newService(t, nil, decision)
			start := time.Now()
			_, err := c.ReplaceOrder(t.Context(), "WB1", "", nil)
			if !errors.Is(err, ErrConflict) || errors.Is(err, ErrStillRunning) || len(s.requests()) != 1 {
				t.Errorf("%v after %d requests, want ErrConflict after one", err, len(s.requests()))
			}
			checkElapsed(t, start, 0, 0)
		})
	}
}

// TestNeverRepeats: a second request would take another job, or send another event.
func TestNeverRepeats(t *testing.T) {
	for _, failure := range []reply{broken, replied(502), replied(503), replied(504)} {
		synctest.Test(t, func(t *testing.T) {
			s, c := newService(t, nil, failure, reply{status: 200, body: `{"jobs":[]}`})
			if _, err := c.TakePrints(t.Context(), "zebra"); err == nil || len(s.requests()) != 1 {
				t.Errorf("%v after %d requests", err, len(s.requests()))
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s, c := newService(t, nil, replied(429), reply{status: 200, body: `{"jobs":[]}`})
		if _, err := c.TakePrints(t.Context(), "zebra"); err != nil || len(s.requests()) != 2 {
			t.Errorf("%v after %d requests to a service that was busy", err, len(s.requests()))
		}
	})
}

// TestOwnEditIsNoConflict: a 412 after a lost response is a success if the order is as it was to be.
func TestOwnEditIsNoConflict(t *testing.T) {
	changed := replied(412)
	unchanged := reply{status: 200, body: `{"orders":[{"tracking_no":"WB1","result":"unchanged","message":""}]}`}
	other := reply{status: 200, body: `{"orders":[{"tracking_no":"WB1","result":"changed","message":""}]}`}
	order := reply{status: 200, header: map[string]string{"ETag": `"5"`}, body: `{"tracking_no":"WB1","consignee_name":"Ann"}`}
	for name, test := range map[string]struct {
		replies []reply
		want    error
	}{
		"carried out":            {[]reply{broken, changed, unchanged, order}, nil},
		"not carried out":        {[]reply{broken, order}, nil},
		"by another":             {[]reply{broken, changed, other}, ErrChanged},
		"by another, at once":    {[]reply{changed}, ErrChanged},
		"the service was busy":   {[]reply{replied(429), changed}, ErrChanged},
		"a gateway lost it":      {[]reply{replied(504), changed, unchanged, order}, nil},
		"the comparison is lost": {[]reply{broken, changed, broken, unchanged, order}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, c := newService(t, nil, test.replies...)
				var info ResponseInfo
				got, err := c.EditOrder(WithResponseInfo(t.Context(), &info), "WB1", 4, map[string]any{"consignee_name": "Ann"})
				if !errors.Is(err, test.want) || err == nil && got.ConsigneeName != "Ann" {
					t.Errorf("got %+v, %v, want %v", got, err, test.want)
				}
				sent := s.requests()
				if len(sent) != len(test.replies) || sent[0].header.Get("If-Match") != `"4"` {
					t.Errorf("sent %v", sent)
				}
				if err == nil && info.ETag != `"5"` {
					t.Errorf("the ETag is %q", info.ETag)
				}
			})
		})
	}
}

func TestWhatWasDeletedIsNotThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newService(t, nil, broken, replied(404))
		if err := c.DeleteEndpoint(t.Context(), 7); err != nil {
			t.Errorf("after a lost response: %v", err)
		}
		_, c = newService(t, nil, replied(429), replied(404))
		if err := c.DeleteEndpoint(t.Context(), 7); !errors.Is(err, ErrNotFound) {
			t.Errorf("of an endpoint that was not there: %v", err)
		}
	})
}

func TestTotalTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newService(t, []Option{WithMaxRetries(100)}, repliedRetryAfter(503, "60"))
		start := time.Now()
		if _, err := c.Orders(t.Context(), Filter{}); !errors.Is(err, ErrUnavailable) {
			t.Error(err)
		}
		checkElapsed(t, start, 3*time.Minute, 3*time.Minute)
		if n := len(s.requests()); n != 4 {
			t.Errorf("%d requests", n)
		}
	})
}

func TestRepetitionOfPaths(t *testing.T) {
	for request, want := range map[string]repetition{
		"POST /order/orders/": byKey, "POST order/orders": byKey, "POST /order/order/WB1/notes/?a=b": byKey,
		"GET /order/import/template/": always,
		"PATCH /order/order/WB1":      byETag, "PATCH /order/other/WB1/": never, "POST /order/unknown/": never, "DELETE /order/unknown/": always,
		"POST /print/take/": never, "POST /order/validate/": always,
	} {
		method, path, _ := strings.Cut(request, " ")
		if got := repetitionOf(method, path); got != want {
			t.Errorf("%s is repeated %q, want %q", request, got, want)
		}
	}
}

// TestKeyOfTheCaller: the context has the key for operations that have no parameter for it, and errors have the key that was used.
func TestKeyOfTheCaller(t *testing.T) {
	s, c := newService(t, []Option{WithMaxRetries(0)}, reply{
		status: 201, header: map[string]string{"X-Request-ID": "req-1", "Idempotency-Replayed": "true"}, body: `{}`,
	})
	var info ResponseInfo
	ctx := WithIdempotencyKey(WithResponseInfo(t.Context(), &info), "mine")
	if _, err := c.AddNote(ctx, "WB1", "x"); err != nil || s.requests()[0].header.Get("Idempotency-Key") != "mine" {
		t.Errorf("%v, sent %v", err, s.requests())
	}
	if want := (ResponseInfo{"req-1", "", "mine", true}); info != want {
		t.Errorf("the info is %+v", info)
	}
	if _, err := c.AddNote(WithIdempotencyKey(t.Context(), "a b"), "WB1", "x"); err == nil || len(s.requests()) != 1 {
		t.Errorf("a key with a space: %v", err)
	}
	s, c = newService(t, []Option{WithMaxRetries(0)}, broken, replied(403))
	_, err := c.AddNote(t.Context(), "WB1", "x")
	if lost, ok := errors.AsType[*ConnectionError](err); !ok || lost.IdempotencyKey != s.requests()[0].header.Get("Idempotency-Key") {
		t.Errorf("%#v does not have the key", err)
	}
	_, err = c.AddNote(t.Context(), "WB1", "x")
	if failed, ok := errors.AsType[*Error](err); !ok || failed.IdempotencyKey == "" {
		t.Errorf("%#v does not have the key", err)
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
