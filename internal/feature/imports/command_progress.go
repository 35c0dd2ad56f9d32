package imports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"waybill/client"
	"waybill/internal/machine"
)

// barWidth is the width of a bar, in characters.
const barWidth = 30

// lineEvery is the time between two lines of progress.
const lineEvery = 5 * time.Second

// progressLine shows how far an import is: a bar on a terminal, else a line from time to time.
type progressLine struct {
	out        io.Writer
	isTerminal bool
	shown      time.Time
}

func newProgressLine(out io.Writer) *progressLine {
	return &progressLine{out: out, isTerminal: machine.IsTerminal(out), shown: time.Now()}
}

func (p *progressLine) show(i client.Import) {
	done := fmt.Sprintf("%3.0f %% %d of %d orders", 100*i.Progress, i.Created, i.Valid)
	switch {
	case p.isTerminal:
		full := int(i.Progress * barWidth)
		bar := strings.Repeat("#", full) + strings.Repeat(" ", barWidth-full)
		fmt.Fprintf(p.out, "\r%-78s", fmt.Sprintf("%-9s [%s] %s", i.State, bar, done))
	case time.Since(p.shown) >= lineEvery:
		fmt.Fprintf(p.out, "%s %s\n", i.State, strings.TrimSpace(done))
		p.shown = time.Now()
	}
}

// end ends the line of a bar.
func (p *progressLine) end() {
	if p.isTerminal {
		fmt.Fprintln(p.out)
	}
}
