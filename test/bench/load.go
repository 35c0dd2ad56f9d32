package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// contender is one of those that are measured in turn: the product or a reference.
type contender struct {
	name    string
	amount  int            // of orders or pages in a unit of work
	workers []func() error // each does a unit; they run at the same time
}

// figure is how a contender did, in the median of the rounds.
type figure struct {
	rate     float64       // orders or pages a second
	p50, p99 time.Duration // of a unit of work
	rounds   []float64     // the rate of each
}

// beside is the median of the ratios of two contenders that were measured in turn: each
// round's are of the same moment of the machine.
func (f figure) beside(reference figure) float64 {
	ratios := make([]float64, len(f.rounds))
	for i, rate := range f.rounds {
		ratios[i] = rate / reference.rounds[i]
	}
	return middle(ratios)
}

// warmUp is how long each contender runs before the first round.
const warmUp = 300 * time.Millisecond

// compare measures contenders in turn, round by round, so that a slow moment of the
// machine meets all of them.
func compare(ctx context.Context, o options, contenders ...contender) ([]figure, error) {
	rounds := make([][]figure, len(contenders))
	for round := range 1 + o.rounds {
		for i, c := range contenders {
			span := o.round
			if round == 0 {
				span = min(span, warmUp)
			}
			f, err := c.measure(ctx, span)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			if round > 0 {
				rounds[i] = append(rounds[i], f)
			}
		}
	}
	figures := make([]figure, len(contenders))
	for i, all := range rounds {
		figures[i] = inTheMiddle(all)
	}
	return figures, nil
}

// inTheMiddle is the median of the rounds of a contender.
func inTheMiddle(rounds []figure) figure {
	middle := figure{
		rate: median(rounds, func(f figure) float64 { return f.rate }),
		p50:  median(rounds, func(f figure) time.Duration { return f.p50 }),
		p99:  median(rounds, func(f figure) time.Duration { return f.p99 }),
	}
	for _, f := range rounds {
		middle.rounds = append(middle.rounds, f.rate)
	}
	return middle
}

func median[T float64 | time.Duration](figures []figure, of func(figure) T) T {
	values := make([]T, len(figures))
	for i, f := range figures {
		values[i] = of(f)
	}
	return middle(values)
}

func middle[T float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// measure lets all workers run for a while. What they began they finish, and the time of
// that counts.
func (c contender) measure(ctx context.Context, span time.Duration) (figure, error) {
	var group sync.WaitGroup
	took, errs := make([][]time.Duration, len(c.workers)), make([]error, len(c.workers))
	start := time.Now()
	for i, work := range c.workers {
		group.Go(func() { took[i], errs[i] = repeat(ctx, work, start.Add(span)) })
	}
	group.Wait()
	elapsed := time.Since(start)
	for _, err := range errs {
		if err != nil {
			return figure{}, err
		}
	}
	all := slices.Concat(took...)
	slices.Sort(all)
	return figure{
		rate: float64(len(all)*c.amount) / elapsed.Seconds(),
		p50:  all[len(all)/2],
		p99:  all[len(all)*99/100],
	}, nil
}

// repeat does work until the deadline, once at least, and returns how long each took.
func repeat(ctx context.Context, work func() error, deadline time.Time) (took []time.Duration, err error) {
	took = make([]time.Duration, 0, 1024)
	for begin := time.Now(); ; {
		if err := ctx.Err(); err != nil {
			return took, err
		}
		if err := work(); err != nil {
			return took, err
		}
		end := time.Now()
		took = append(took, end.Sub(begin))
		if end.After(deadline) {
			return took, nil
		}
		begin = end
	}
}
