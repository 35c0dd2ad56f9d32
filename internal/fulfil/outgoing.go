package fulfil

import "sync/atomic"

// Outgoing says whether this process makes outgoing calls: to partners, webhooks and mail. nil pauses nothing. Safe for
// concurrent use.
type Outgoing struct{ paused atomic.Bool }

// Paused reports whether no outgoing call may begin.
func (o *Outgoing) Paused() bool { return o != nil && o.paused.Load() }

// SetPaused changes what Paused reports.
func (o *Outgoing) SetPaused(paused bool) { o.paused.Store(paused) }

// Paused reports whether this process calls no partner.
func (f *Fulfiller) Paused() bool { return f.Outgoing.Paused() }
