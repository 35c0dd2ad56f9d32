package store

import (
	"context"
	"slices"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// auditedNote is a note in the audit log, which does not have its text.
func auditedNote(id int64) map[string]int64 { return map[string]int64{"note_id": id} }

// auditedTags are the tags of an order in the audit log.
func auditedTags(tags []string) map[string][]string { return map[string][]string{"tags": tags} }

// Annotations are the notes and tags of orders. Safe for concurrent use.
type Annotations struct{ store *Store }

// AddNote adds a note to an order of an account, by the actor of ctx. Returns ErrNotFound, ErrErased and ErrTooManyNotes.
func (s *Annotations) AddNote(ctx context.Context, accountID int64, trackingNo, text string) (note shipment.OrderNote, err error) {
	by := audit.ActorOf(ctx)
	note = shipment.OrderNote{ActorKind: string(by.Kind), Actor: by.Name, Text: text}
	err = s.annotate(ctx, accountID, trackingNo, &note, func(ctx context.Context, q engine.Querier, o *shipment.Order) (orderChange, error) {
		var notes, newest int64
		err := engine.QueryRow(ctx, q, `SELECT count(*), coalesce(max(note_id), 0) FROM order_notes WHERE account_id = $1 AND order_id = $2`,
			accountID, o.OrderID).Scan(&notes, &newest)
		switch {
		case err != nil:
			return orderChange{}, err
		case !o.ErasedOn.IsZero():
			return orderChange{}, ErrErased
		case notes >= shipment.MaxNotes:
			return orderChange{}, ErrTooManyNotes
		}
		note.NoteID = max(engine.Micros(s.store.DB.Now()), newest+1)
		note.WrittenOn = engine.FromMicros(note.NoteID)
		_, err = q.Exec(ctx, `INSERT INTO order_notes (account_id, order_id, note_id, actor_kind, actor, note) VALUES ($1, $2, $3, $4, $5, $6)`,
			accountID, o.OrderID, note.NoteID, note.ActorKind, note.Actor, note.Text)
		return orderChange{accountID, o.TrackingNo, "add note", nil, auditedNote(note.NoteID)}, err
	})
	return note, s.store.DB.Explain("add a note", err)
}

// DeleteNote deletes a note of an order of an account. Returns ErrNotFound.
func (s *Annotations) DeleteNote(ctx context.Context, accountID int64, trackingNo string, noteID int64) error {
	err := s.annotate(ctx, accountID, trackingNo, nil, func(ctx context.Context, q engine.Querier, o *shipment.Order) (orderChange, error) {
		err := engine.UpdateOne(ctx, q, ErrNotFound, `DELETE FROM order_notes WHERE account_id = $1 AND order_id = $2 AND note_id = $3`,
			accountID, o.OrderID, noteID)
		return orderChange{accountID, o.TrackingNo, "delete note", auditedNote(noteID), nil}, err
	})
	return s.store.DB.Explain("delete a note", err)
}

// annotate runs a change of the notes of an order of an account, which is locked, and records it.
func (s *Annotations) annotate(
	ctx context.Context, accountID int64, trackingNo string, note *shipment.OrderNote,
	change func(context.Context, engine.Querier, *shipment.Order) (orderChange, error),
) error {
	return s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		o, err := engine.First(s.lockNumbers(ctx, q, accountID, []string{trackingNo}))
		if err != nil {
			return err
		}
		made, err := change(ctx, q, &o)
		if err != nil {
			return err
		}
		engine.NoteWrite(ctx, accountID)
		if err := indexAgain(ctx, q, accountID, o.OrderID, s.store.DB.Now(), made.old != nil); err != nil {
			return err
		}
		if err := s.store.auditOrder(ctx, q, made); err != nil || note == nil {
			return err
		}
		return once.Made(ctx, q, note)
	})
}

// lockNumbers locks the orders of an account with tracking numbers, in upper case, by id. They have no documents.
func (s *Annotations) lockNumbers(ctx context.Context, q engine.Querier, accountID int64, numbers []string) ([]shipment.Order, error) {
	named, err := s.store.findNumbers(ctx, q, numbers)
	if err != nil {
		return nil, err
	}
	return engine.Collect(ctx, q, scanState,
		`SELECT `+orderColumns+` FROM orders WHERE `+ofOrders(s.store, "orders")+` ORDER BY order_id`+s.store.DB.Dialect.ForUpdate,
		accountID, s.store.DB.Dialect.List(named[accountID]))
}

var tagsTable = engine.NewTable("order_tags", "", "account_id bigint", "order_id bigint", "tag text", "ordered_on bigint")

// EditTags adds tags, as of shipment.TagOf, to the orders of an account with tracking numbers, in upper case, and removes
// others. It returns for each number nil if its order was changed, or why not: ErrUnchanged, ErrErased, ErrTooManyTags or
// ErrNotFound. Returns ErrTooManyAccountTags, and changes nothing; requests at the same time may exceed that limit.
func (s *Annotations) EditTags(ctx context.Context, accountID int64, numbers, add, remove []string) (done map[string]error, err error) {
	err = s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		done = make(map[string]error, len(numbers))
		for _, no := range numbers {
			done[no] = ErrNotFound
		}
		return s.editTags(ctx, q, accountID, done, numbers, add, remove)
	})
	return done, s.store.DB.Explain("change the tags of orders", err)
}

func (s *Annotations) editTags(
	ctx context.Context, q engine.Querier, accountID int64, done map[string]error, numbers, add, remove []string,
) error {
	orders, err := s.lockNumbers(ctx, q, accountID, numbers)
	if err != nil {
		return err
	}
	tags, err := s.orderTags(ctx, q, accountID, shipment.IDs(orders))
	if err != nil {
		return err
	}
	in, now, changes := s.store.DB.Inserting(ctx, q), s.store.DB.Now(), []orderChange(nil)
	for i := range orders {
		o, before := &orders[i], tags[orders[i].OrderID]
		after := slices.DeleteFunc(slices.Concat(before, add), func(tag string) bool { return slices.Contains(remove, tag) })
		slices.Sort(after)
		after = slices.Compact(after)
		if done[o.TrackingNo] = mayTag(o, before, after); done[o.TrackingNo] != nil {
			continue
		}
		if err := replaceTags(ctx, q, in, o, after); err != nil {
			return err
		}
		if err := indexAgain(ctx, q, accountID, o.OrderID, now, len(remove) > 0); err != nil {
			return err
		}
		changes = append(changes, orderChange{accountID, o.TrackingNo, "tag", auditedTags(before), auditedTags(after)})
	}
	if err := in.Flush(); err != nil {
		return err
	}
	all, err := engine.Values[string](ctx, q, selectAccountTags, accountID)
	if err == nil && len(all) > shipment.MaxAccountTags && len(add) > 0 {
		err = ErrTooManyAccountTags
	}
	engine.NoteWrite(ctx, accountID)
	if err != nil {
		return err
	}
	return s.store.auditOrder(ctx, q, changes...)
}

// mayTag returns why an order with the tags before cannot get the tags after.
func mayTag(o *shipment.Order, before, after []string) error {
	switch {
	case !o.ErasedOn.IsZero():
		return ErrErased
	case slices.Equal(before, after):
		return ErrUnchanged
	case len(after) > shipment.MaxTags:
		return ErrTooManyTags
	}
	return nil
}

// replaceTags gives an order these tags and no others.
func replaceTags(ctx context.Context, q engine.Querier, in *engine.Inserting, o *shipment.Order, tags []string) error {
	err := engine.DeferExec(ctx, q, "replace tags", `DELETE FROM order_tags WHERE account_id = $1 AND order_id = $2`, o.AccountID, o.OrderID)
	for _, tag := range tags {
		in.Insert(&tagsTable, []any{o.AccountID, o.OrderID, tag, engine.Micros(o.CreatedOn)})
	}
	return err
}

// Tags returns the different tags of the orders of an account, sorted.
func (s *Annotations) Tags(ctx context.Context, accountID int64) ([]string, error) {
	tags, err := engine.Values[string](ctx, s.store.DB.Reads, selectAccountTags, accountID)
	return tags, s.store.DB.Explain("list tags", err)
}

// selectAccountTags finds each tag from the one before: it does not read a row for each order.
const selectAccountTags = `WITH RECURSIVE tags (tag) AS (
		SELECT min(tag) FROM order_tags WHERE account_id = $1
		UNION ALL
		SELECT (SELECT min(next.tag) FROM order_tags next WHERE next.account_id = $1 AND next.tag > tags.tag) FROM tags WHERE tag IS NOT NULL
	) SELECT tag FROM tags WHERE tag IS NOT NULL`

// orderTags returns the tags of orders of an account, sorted, by order id.
func (s *Annotations) orderTags(ctx context.Context, q engine.Querier, accountID int64, ids []int64) (map[int64][]string, error) {
	tags, err := textsByOrder(ctx, q, `SELECT order_id, tag FROM order_tags WHERE account_id = $1 AND order_id `+s.store.DB.Dialect.In("$2"),
		accountID, s.store.DB.Dialect.List(ids))
	for _, of := range tags {
		slices.Sort(of)
	}
	return tags, err
}

// textsByOrder reads rows of an order id and a text.
func textsByOrder(ctx context.Context, q engine.Querier, query string, args ...any) (map[int64][]string, error) {
	texts := make(map[int64][]string)
	err := engine.Each(ctx, q, func(row engine.Scanner) error {
		var id int64
		var text string
		err := row.Scan(&id, &text)
		texts[id] = append(texts[id], text)
		return err
	}, query, args...)
	return texts, err
}

// addAnnotations reads the notes of an order.
func (s *Annotations) addAnnotations(ctx context.Context, d *Detail) (err error) {
	d.Notes, err = engine.Collect(ctx, s.store.DB.Reads, func(row engine.Scanner, n *shipment.OrderNote) error {
		err := row.Scan(&n.NoteID, &n.ActorKind, &n.Actor, &n.Text)
		n.WrittenOn = engine.FromMicros(n.NoteID)
		return err
	}, `SELECT note_id, actor_kind, actor, note FROM order_notes
		WHERE account_id = $1 AND order_id = $2 ORDER BY note_id DESC`, d.Order.AccountID, d.Order.OrderID)
	return err
}

// EachNote calls visit with each note of all accounts. An error of visit ends it, and is returned.
func (s *Annotations) EachNote(ctx context.Context, visit func(accountID int64, trackingNo string, n shipment.OrderNote) error) error {
	err := engine.Each(ctx, s.store.DB.Reads, func(row engine.Scanner) error {
		var accountID int64
		var trackingNo string
		var n shipment.OrderNote
		if err := row.Scan(&accountID, &trackingNo, &n.NoteID, &n.Text); err != nil {
			return err
		}
		return visit(accountID, trackingNo, n)
	}, `SELECT n.account_id, o.tracking_no, n.note_id, n.note FROM order_notes n
		JOIN orders o ON o.account_id = n.account_id AND o.order_id = n.order_id`)
	return s.store.DB.Explain("read notes", err)
}

// annotations returns the tags and the notes, newest first, of orders of any accounts, by order id: they are searched by them.
func (s *Annotations) annotations(ctx context.Context, orderIDs []int64) (map[int64][]string, error) {
	ofOrders := `o.account_id = a.account_id AND o.order_id = a.order_id WHERE o.order_id ` + s.store.DB.Dialect.In("$1")
	ids := s.store.DB.Dialect.List(orderIDs)
	texts, err := textsByOrder(ctx, s.store.DB.Reads, `SELECT o.order_id, a.tag FROM orders o JOIN order_tags a ON `+ofOrders, ids)
	if err != nil {
		return nil, err
	}
	notes, err := textsByOrder(ctx, s.store.DB.Reads, `SELECT o.order_id, a.note FROM orders o JOIN order_notes a ON `+ofOrders+`
		ORDER BY a.note_id DESC`, ids)
	for id, of := range notes {
		texts[id] = append(texts[id], of...)
	}
	return texts, err
}
