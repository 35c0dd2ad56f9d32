package harness

import (
	"context"
	"fmt"
	"os"
)

// Daemon is a program that is killed and started again, always at the same address. Its methods are for one goroutine at
// a time.
type Daemon struct {
	Name    string
	Program Program // Start sets Output
	Address string  // host:port that it serves
	Probe   string  // path whose response is below 500 once it is ready
	Log     string  // file that all its runs append to
	Crashed bool    // it ended by itself; Kill notes it

	running *Process // nil before the first start
	kills   int      // by Restart
}

// Start starts the program and waits until it serves.
func (d *Daemon) Start(ctx context.Context) error {
	if d.Program.Output == nil {
		log, err := os.OpenFile(d.Log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("open the log of %s: %w", d.Name, err)
		}
		d.Program.Output = log // open until this program ends
	}
	running, err := Start(d.Program)
	if err != nil {
		return err
	}
	d.running = running
	if err := d.running.AwaitReady(ctx, "http://"+d.Address+d.Probe); err != nil {
		return fmt.Errorf("%s: %w: %s", d.Name, err, d.logTail())
	}
	return nil
}

// Kill ends the program as a crash of the machine does, and waits for its end.
func (d *Daemon) Kill() {
	if d.running == nil {
		return
	}
	d.Crashed = d.Crashed || d.running.Ended()
	d.running.End(os.Kill)
}

// Restart kills the program and starts it at once. Returns an error if the program had ended by itself.
func (d *Daemon) Restart(ctx context.Context) error {
	d.Kill()
	if d.Crashed {
		return fmt.Errorf("%s ended by itself: %s", d.Name, d.logTail())
	}
	d.kills++
	return d.Start(ctx)
}

// Kills is how often Restart killed the program.
func (d *Daemon) Kills() int { return d.kills }

// HasCrashed reports whether the program ever ended by itself.
func (d *Daemon) HasCrashed() bool { return d.Crashed || d.running != nil && d.running.Ended() }

// logTail is the end of the log.
func (d *Daemon) logTail() string {
	text, err := os.ReadFile(d.Log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}
