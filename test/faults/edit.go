package main

import (
	"context"
	"errors"
	"fmt"

	"waybill/client"
)

// edit changes some fields of an order, half of the time only the version that a client saw last. It is sent once.
func (c *caller) edit(ctx context.Context) error {
	numbers := c.draw(c.rng, 1, anyOrder)
	if numbers == nil {
		return nil
	}
	services := []int64{c.service.partner, c.service.partnerToo, c.service.inHouse}
	service := services[c.rng.IntN(len(services))]
	no, in := numbers[0], input{act: actEdit, version: anyVersion, partner: service != c.service.inHouse}
	in.values = values{Reference: c.newValue("R")}
	for _, f := range []struct {
		of    *string
		share float64
		value func() string
	}{
		{&in.City, 0.5, func() string { return c.newValue("City") }},
		{&in.Name, 0.3, func() string { return c.newName(hotNames...) }},
		{&in.Notes, 0.5, func() string { return c.newValue("Note") }},
		{&in.Weight, 0.3, func() string { return fmt.Sprintf("0.%d1", 10+c.rng.IntN(90)) }},
		{&in.Service, 0.2, func() string { return decimal(service) }},
	} {
		if c.rng.Float64() < f.share {
			*f.of = f.value()
		}
	}
	if version, seen := c.versions.Load(no); seen && c.rng.IntN(2) == 0 {
		in.version = version.(int64)
	}
	began := now()
	detail, err := c.writer().EditOrder(ctx, no, in.version, in.patch())
	outcome := done
	if _, isInvalid := errors.AsType[*client.ValidationError](err); isInvalid {
		outcome = invalid
	} else if err != nil {
		if outcome, err = c.failed(ctx, err); err != nil || outcome == "" {
			return err
		}
	}
	c.note(no, began, in, output{outcome: outcome})
	if outcome == done {
		c.see(no, began, detail)
	}
	return nil
}

// ofEdits: the history has the edits that were done, in sequence, and they lead to what the order has.
func (a *audit) ofEdits() []*promise {
	kept := &promise{text: "an acknowledged edit is in the history once, an unknown one at most once"}
	none := &promise{text: "an edit that was refused is not in the history"}
	version := &promise{text: "an edit has the version after the one that it named"}
	later := &promise{text: "an edit has a later version than those acknowledged before it"}
	whole := &promise{text: "the versions of an order rise by one, and lead to what it shows"}
	for no := range a.calls {
		edits, o := a.edits(no), a.byNumber[no]
		versions := make(map[string][]int64) // by the reference of the edit, which is unique
		if created, found := a.createOf(no); found && o != nil {
			whole.check(o.replay(created.values, edits, versions), "%s shows %v after %v", no, o.shows, o.changes)
		}
		for i, e := range edits {
			found := versions[e.in.Reference]
			switch e.out.outcome {
			case done, lost:
				kept.check(len(found) == 1 || e.out.outcome == lost && len(found) == 0, "%s: %s is in versions %d", no, describe(e.in, e.out), found)
			default:
				none.check(len(found) == 0, "%s: %s is version %d", no, describe(e.in, e.out), found)
			}
			if len(found) != 1 {
				continue
			}
			if e.in.version != anyVersion {
				version.check(found[0] == e.in.version+1, "%s: %s is version %d", no, describe(e.in, e.out), found[0])
			}
			last := int64(0)
			for j, earlier := range edits {
				if before := versions[earlier.in.Reference]; i != j && earlier.ended < e.began && len(before) == 1 {
					last = max(last, before[0])
				}
			}
			later.check(found[0] > last, "%s: %s is version %d, one before it was %d", no, describe(e.in, e.out), found[0], last)
		}
	}
	return []*promise{kept, none, version, later, whole}
}

// edits returns the edits of an order: acknowledged, refused and unknown ones.
func (a *audit) edits(no string) (edits []call) {
	for _, c := range a.calls[no] {
		if c.in.act == actEdit {
			edits = append(edits, c)
		}
	}
	return edits
}

// replay makes the changes of an order again, and adds the versions of the edits. It reports whether each change is the next
// one and an edit, and whether the order shows what the last one led to.
func (o *order) replay(shows values, edits []call, versions map[string][]int64) bool {
	sent := make(map[string]values)
	for _, e := range edits {
		sent[e.in.Reference] = e.in.values
	}
	holds := o.version == int64(len(o.changes))
	for i, c := range o.changes {
		holds = holds && c.Version == int64(i+1)
		if isHold(c) {
			continue
		}
		holds = shows.apply(c.Fields) && holds
		change, found := sent[shows.Reference]
		holds = holds && found && shows == shows.with(change)
		versions[shows.Reference] = append(versions[shows.Reference], c.Version)
	}
	return holds && shows == o.shows
}
