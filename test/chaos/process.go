package main

import (
	"context"
	"fmt"
	"os"

	"waybill/test/harness"
)

// process is a program that is killed and started again, always at the same address. Its methods are
// for one goroutine at a time.
type process struct {
	name    string
	program harness.Program // start sets Output
	address string          // host:port that it serves
	probe   string          // path that answers below 500 once it is ready
	log     string          // file that all its runs append to

	running *harness.Process // nil before the first start
	kills   int              // by the test
	crashed bool             // it ended by itself
}

// start starts the program and waits until it serves.
func (p *process) start(ctx context.Context) error {
	if p.program.Output == nil {
		log, err := os.OpenFile(p.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("open the log of %s: %w", p.name, err)
		}
		p.program.Output = log // open until this program ends
	}
	running, err := harness.Start(p.program)
	if err != nil {
		return err
	}
	p.running = running
	if err := p.running.AwaitReady(ctx, "http://"+p.address+p.probe); err != nil {
		return fmt.Errorf("%s: %w: %s", p.name, err, p.logTail())
	}
	return nil
}

// kill ends the program as a crash of the machine does, and waits for its end.
func (p *process) kill() {
	if p.running == nil {
		return
	}
	p.crashed = p.crashed || p.running.Ended()
	p.running.End(os.Kill)
}

// restart kills the program and starts it at once. It returns an error if the program had ended by
// itself: the run is over then.
func (p *process) restart(ctx context.Context) error {
	p.kill()
	if p.crashed {
		return fmt.Errorf("%s ended by itself: %s", p.name, p.logTail())
	}
	p.kills++
	return p.start(ctx)
}

// hasCrashed reports whether the program ever ended by itself.
func (p *process) hasCrashed() bool { return p.crashed || p.running != nil && p.running.Ended() }

// logTail is the end of the log.
func (p *process) logTail() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}
