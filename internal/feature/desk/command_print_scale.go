package desk

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/shipment"
)

// scaleTarget is a scale of the agent.
type scaleTarget struct {
	printer string // beside which it is
	host    string // HOST:PORT; "" for a serial port
	path    string // of a serial port, whose speed is set
}

// scaleTargets reads the scales of the flags.
func scaleTargets(values []string, printers []printTarget) (scales []scaleTarget, err error) {
	for _, value := range values {
		name, address, _ := strings.Cut(value, "=")
		t := scaleTarget{printer: name, path: address}
		if u, err := url.Parse(address); err == nil && u.Scheme == "tcp" && u.Port() != "" {
			t.host, t.path = u.Host, ""
		}
		known := slices.ContainsFunc(printers, func(p printTarget) bool { return p.name == name })
		if !known || t.host == "" && !strings.HasPrefix(t.path, "/") {
			return nil, command.Usagef("--scale is %q: want NAME=tcp://HOST:PORT or NAME=/dev/PORT, with the NAME of a --printer", value)
		}
		scales = append(scales, t)
	}
	return scales, nil
}

func (t *scaleTarget) open(ctx context.Context) (io.ReadCloser, error) {
	if t.host == "" {
		return os.Open(t.path)
	}
	dialer := net.Dialer{Timeout: printConnect}
	return dialer.DialContext(ctx, "tcp", t.host)
}

// weigh reports the weights of a scale until ctx ends.
func (a *printAgent) weigh(ctx context.Context, t scaleTarget) {
	for ; ctx.Err() == nil; pause(ctx) {
		port, err := t.open(ctx)
		if err == nil {
			stop := context.AfterFunc(ctx, func() { _ = port.Close() })
			lines, state := bufio.NewScanner(port), weighing{}
			for err == nil && lines.Scan() {
				if weight, isNew := state.next(lines.Text()); isNew {
					err = a.reportWeight(ctx, t.printer, weight)
				}
			}
			stop()
			_ = port.Close()
			if err == nil {
				err = lines.Err()
			}
		}
		if err != nil && ctx.Err() == nil {
			a.say("%s: scale: %s", t.printer, command.OneLine(err))
		}
	}
}

// reportWeight repeats a weight for ten seconds, until the server has it or refuses it. A later one might be taken for that of the
// next parcel. The server may not know the printer yet: the agent offers it when it asks for jobs.
func (a *printAgent) reportWeight(ctx context.Context, printer string, weight shipment.Thousandths) error {
	for over := time.Now().Add(10 * time.Second); ; pause(ctx) {
		var refused *client.Error
		var invalid *client.ValidationError
		err := a.server.ReportScale(ctx, printer, client.Decimal(weight.String()))
		if err == nil || ctx.Err() != nil || time.Now().After(over) {
			return err
		}
		if errors.As(err, &refused) && refused.StatusCode < 500 && refused.StatusCode != http.StatusNotFound || errors.As(err, &invalid) {
			return err
		}
		a.say("%s: scale: %s", printer, command.OneLine(err))
	}
}

// shownWeight is the number that a line of a scale shows, stable or not.
var shownWeight = regexp.MustCompile(`(-?)\s*(\d+(?:[.,]\d*)?)\s*(?i:kg|g|lb|oz)`)

// weighing finds the weights in the lines of a scale: each stable one once until the scale is empty, and 0 when it is: also at a tenth of
// the last weight, until it shows 0. What stands on it at first is none: a parcel may have been weighed before.
type weighing struct {
	empty bool
	shown float64 // the number of the last weight
}

func (w *weighing) next(line string) (weight shipment.Thousandths, isNew bool) {
	m := shownWeight.FindStringSubmatch(line)
	if m == nil {
		return 0, false
	}
	shown, _ := strconv.ParseFloat(strings.Replace(m[2], ",", ".", 1), 64)
	if m[1] != "" || shown == 0 {
		w.shown = 0
	}
	if m[1] != "" || shown <= w.shown/10 {
		isNew, w.empty = !w.empty, true
		return 0, isNew
	}
	weight, _ = shipment.WeightOf(line)
	if line = strings.TrimSpace(line); !w.empty || weight == 0 || !strings.HasPrefix(line, "S") {
		return 0, false
	}
	w.empty, w.shown = false, shown
	return weight, true
}
