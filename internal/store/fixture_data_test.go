package store

import (
	"context"
	"errors"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/people"
	"waybill/internal/store/requestlog"
)

// importFixture stores an order of an import, with something in each of its tables, which the store does not know.
func importFixture(ctx context.Context, s *Store) error {
	b := batchOf(1)
	b.AccountID = 1
	made, err := s.CreateBatch(ctx, b)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		now := engine.Micros(s.DB.Now())
		return errors.Join(
			engine.Exec(ctx, q, `INSERT INTO import_queues (account_id, last_import_id, has_work, wakes, due_on, lease_owner, lease_token)
				VALUES (1, 1, 1, 2, $1, 'me', 1)`, now+time.Minute.Microseconds()),
			engine.Exec(ctx, q, `INSERT INTO imports (account_id, import_id, key_id, state, idempotency_key, file_name, file_size, file_hash,
					options, created_on, updated_on) VALUES (1, 1, 1, 'creating', '', 'orders.csv', 1, $1, '{}', $2, $2)`, make([]byte, 32), now),
			engine.Exec(ctx, q, `INSERT INTO import_files (account_id, import_id, part, content) VALUES (1, 1, 0, $1)`, []byte("a")),
			engine.Exec(ctx, q, `INSERT INTO import_groups (account_id, import_id, group_no, orders) VALUES (1, 1, 0, $1)`, []byte("[]")),
			engine.Exec(ctx, q, `INSERT INTO import_results (account_id, import_id, group_no, upload_batch_no, first_order_id, orders, skipped,
					refused, row_nos, created_on) VALUES (1, 1, 0, $1, $2, 1, 0, 0, '[2]', $3)`, made.UploadBatchNo, made.Orders[0].OrderID, now),
			engine.Exec(ctx, q, `INSERT INTO import_fingerprints (account_id, order_id, import_id, fingerprint, created_on)
				VALUES (1, $1, 1, 'a', $2)`, made.Orders[0].OrderID, now),
			engine.Exec(ctx, q, `INSERT INTO import_problems (account_id, import_id, row_no, late, refused, problems, cells)
				VALUES (1, 1, 3, 0, 0, '[]', '["A-1"]')`),
			engine.Exec(ctx, q, `INSERT INTO import_corrections (account_id, import_id, row_no, column_no, text) VALUES (1, 1, 3, 1, 'b')`),
			engine.Exec(ctx, q, `INSERT INTO import_mappings (account_id, headings_hash, mapping, used_on, import_id) VALUES (1, $1, '{}', $2, 1)`,
				append([]byte{1}, make([]byte, 31)...), now))
	})
}

// jobFixture stores a job with a part, which the store does not know.
func jobFixture(ctx context.Context, s *Store, o *shipment.Order) error {
	return s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		now := engine.Micros(s.DB.Now())
		return errors.Join(
			engine.Exec(ctx, q, `INSERT INTO jobs (account_id, job_id, kind, state, stopping, parameters, progress, message, actor_kind, actor,
				due_on, lease_owner, lease_token) VALUES ($1, $2, 'export', 'done', 0, '', '{"Orders":1}', '', 'user', 'ann@example.com',
				$2, '', 1)`, o.AccountID, now),
			engine.Exec(ctx, q, `INSERT INTO job_parts (account_id, job_id, part, first_id, last_id, numbers, result)
				VALUES ($1, $2, 0, $3, $3, '["A"]', $4)`, o.AccountID, now, o.OrderID, []byte("a")))
	})
}

// floorFixture stores a hub, what was scanned in it, and the stop of an order.
func floorFixture(ctx context.Context, s *Store, o *shipment.Order) error {
	now := engine.Micros(s.DB.Now())
	return s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		return errors.Join(
			engine.Exec(ctx, q, `INSERT INTO order_stops (account_id, order_id, reason, stopped_on, actor_kind, actor)
				VALUES ($1, $2, 'Customs asks', $3, 'user', 'ann@example.com')`, o.AccountID, o.OrderID, now),
			engine.Exec(ctx, q, `INSERT INTO hubs (hub_id, account_id, name, country, timezone, disabled_on)
				VALUES (1, $1, 'Tuas', 'SG', 'Asia/Singapore', 0)`, o.AccountID),
			engine.Exec(ctx, q, `INSERT INTO lane_times (service_id, origin, destination, days, parcels, measured_on)
				VALUES (1, 'Singapore', 'Indonesia', 4, 120, $1)`, now),
			engine.Exec(ctx, q, `INSERT INTO hub_scans (account_id, scan, order_id, hub_id, activity, scanned_on, actor_kind, actor, weight, length,
				width, height) VALUES ($1, 's1', $2, 1, 'inbound', $3, 'user', 'ann@example.com', 1500, 0, 0, 0)`, o.AccountID, o.OrderID, now),
			engine.Exec(ctx, q, `INSERT INTO unknown_scans (account_id, scan, code, hub_id, activity, scanned_on, actor_kind, actor, closed_on,
				closed_by, reason) VALUES ($1, 's2', 'NO-SUCH-PARCEL', 1, 'inbound', $2, 'user', 'ann@example.com', $2, '7', 'Given back')`,
				o.AccountID, now),
			engine.Exec(ctx, q, `INSERT INTO pickup_runs (run_id, van, driver, place, run_date, state, opened_on, opened_by, signed_on, signed_by,
				given_by, taken_by, signature, parcels, weight)
				VALUES (1, 'SGX 1234 A', 'Joko', 'Depot', '2026-02-03', 'open', $1, 'ann@example.com', 0, '', '', '', '', 0, 0)`, now),
			engine.Exec(ctx, q, `INSERT INTO pickup_stops (account_id, run_id, place, state) VALUES ($1, 1, 'Shop', 'open')`, o.AccountID),
			bagFixture(ctx, q, o, now),
		)
	})
}

// bagFixture stores the parcel of an order in a bag on a flight, with an event and an answer of customs.
func bagFixture(ctx context.Context, q engine.Querier, o *shipment.Order, now int64) error {
	return errors.Join(
		engine.Exec(ctx, q, `INSERT INTO bags (bag_id, consignment_id, state, behind, parcels, weight, details)
			VALUES (1, 1, 'closed', 0, 1, 900, '{"hub_id":1,"seal":"SL-1","tare":350}')`),
		engine.Exec(ctx, q, `INSERT INTO bag_accounts (account_id, bag_id, parcels, weight) VALUES ($1, 1, 1, 900)`,
			o.AccountID),
		engine.Exec(ctx, q, `INSERT INTO bag_parcels (account_id, order_id, bag_id, weight, scanned_on, scanned_by, scan, emptied)
			VALUES ($1, $2, 1, 900, $3, 'ann@example.com', 's1', 0)`, o.AccountID, o.OrderID, now),
		engine.Exec(ctx, q, `INSERT INTO consignments (consignment_id, awb, opened_on, handed_over, details)
			VALUES (1, '61812345675', $1, 0, '{"destination":"ID","awb":"61812345675","state":"cleared","legs":[{"flight":"SQ322"}]}')`, now),
		engine.Exec(ctx, q, `INSERT INTO leg_bags (consignment_id, leg_no, bag_id) VALUES (1, 1, 1)`),
		engine.Exec(ctx, q, `INSERT INTO consignment_events (consignment_id, event_no, state, recorded_on, details)
			VALUES (1, 1, 'carried', $1, '{"text":"Departed","bags":[1]}')`, now),
		engine.Exec(ctx, q, `INSERT INTO event_carries (account_id, consignment_id, event_no, last_order_id, done) VALUES ($1, 1, 1, $2, 1)`,
			o.AccountID, o.OrderID),
		engine.Exec(ctx, q, `INSERT INTO parcel_customs (account_id, order_id, consignment_id, answer, reason, answered_on, actor_kind, actor)
			VALUES ($1, $2, 1, 'assessed', '', $3, 'user', 'ann@example.com')`, o.AccountID, o.OrderID, now),
		engine.Exec(ctx, q, `INSERT INTO inbound_scans (account_id, consignment_id, scan, order_id, bag_id, home_id, code, state, found, note,
			weight, scanned_on, actor_kind, actor) VALUES ($1, 1, 'i1', $2, 1, 1, $3, 'damaged', 0, 'Wet', 0, $4, 'user', 'ann@example.com')`,
			o.AccountID, o.OrderID, o.TrackingNo, now),
		engine.Exec(ctx, q, `INSERT INTO manifests (consignment_id, version, parcels, details) VALUES (1, 1, $1,
			'{"version":1,"digest":"00","made_by":"ann@example.com","pieces":1,"parcels":1,"net":900,"gross":1250}')`, o.TrackingNo+" 00\n"),
		engine.Exec(ctx, q, `INSERT INTO broker_templates (broker, details)
			VALUES ('broker', '{"broker":"Broker","columns":"bag","rows":"items"}')`),
	)
}

// handoverFixture stores the parcel of an order as packed, queued for a printer, and on a hand-over list.
func handoverFixture(ctx context.Context, s *Store, o *shipment.Order) error {
	requestErr := s.Requests.Add(ctx, []requestlog.Entry{{
		AccountID: o.AccountID, No: engine.Micros(fixtureTime) << 12, KeyID: 1, RequestID: "request-1", Method: "POST",
		Route: "/api/order/orders/", Status: 400, Took: 5 * time.Millisecond, Body: `{"orders":[{}]}`,
		Errors:   []requestlog.Note{{Path: "/orders/0/order_weight", Code: "required", Message: "This field is required."}},
		Warnings: []requestlog.Note{{Path: "/order", Code: "unknown_field", Message: "Unknown field."}},
	}})
	outageErr := s.Ledger.RecordOutage(ctx, "acme", fixtureTime)
	deskErr := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error { // the tables of a feature, which the store does not know
		now, by := engine.Micros(s.DB.Now()), audit.ActorOf(ctx).Name
		return errors.Join(
			engine.Exec(ctx, q, `INSERT INTO handovers (account_id, handover_id, service_id, place, state, opened_on, opened_by, reason, closed_on,
					closed_by, given_by, taken_by, signature, parcels, weight)
				VALUES ($1, 1, $2, 'Depot', 'open', $3, $4, '', 0, '', '', '', '', 0, 0)`, o.AccountID, o.ServiceID, now, by),
			engine.Exec(ctx, q, `INSERT INTO handover_parcels (account_id, order_id, handover_id, tracking_no, weight, scanned_on, scanned_by, scan,
				carried) VALUES ($1, $2, 1, $3, $4, $5, $6, 'scan-1', 0)`, o.AccountID, o.OrderID, o.TrackingNo, int64(o.Weight), now, by),
			engine.Exec(ctx, q, `INSERT INTO packings (account_id, order_id, packed_on, packed_by, ticked, weight, scan)
				VALUES ($1, $2, $3, $4, '2 1', 900, 'scan-1')`, o.AccountID, o.OrderID, engine.Micros(fixtureTime), by),
			engine.Exec(ctx, q, `INSERT INTO printers (account_id, name, seen_on) VALUES ($1, 'Bench 1', $2)`, o.AccountID, now),
			engine.Exec(ctx, q, `INSERT INTO print_jobs (account_id, request_key, order_id, printer, state, lease, leased_until, queued_on,
					queued_by, taken_on, ended_on, note, answered_by, run_id, number)
				VALUES ($1, 'scan-1', $2, 'Bench 1', 'queued', '', 0, $3, $4, 0, 0, '', '', 0, 0)`, o.AccountID, o.OrderID, now, by))
	})
	return errors.Join(requestErr, outageErr, deskErr)
}

// userFixture stores a user with a role, a link, a session, an identity and a passkey.
func userFixture(ctx context.Context, s *Store, accountID int64) error {
	u, err := s.People.CreateUser(ctx,
		people.User{Email: "ann@example.com", Name: "Ann", OperatorRole: shipment.RoleOperator, Language: "id", Timezone: "Asia/Jakarta"}, 0)
	if err != nil {
		return err
	}
	err = s.People.SetMembership(ctx, accountID, u.UserID, shipment.RoleEditor)
	_, bobErr := s.People.CreateUser(ctx, people.User{Email: "bob@example.com", Name: "Bob"}, 0)
	_, inviteErr := s.People.Invite(ctx, accountID, people.User{Email: "bob@example.com", Name: "Robert"}, shipment.RoleViewer, 0)
	_, identityErr := s.People.LinkIdentity(ctx, u.UserID, "https://id.example.com", "ann")
	_, _, sessionErr := s.People.CreateSession(ctx, u.User, "link", "192.0.2.7", "Firefox", time.Time{})
	_, _, linkErr := s.People.CreateLink(ctx, u.UserID, people.LinkReset, time.Hour)
	_, startErr := s.People.StartProviderSignIn(ctx, "/console/", time.Minute)
	_, passkeyErr := s.People.AddPasskey(ctx, people.Passkey{
		UserID: u.UserID, CredentialID: []byte{1}, Name: "Phone", RelyingParty: "ship.example.com", PublicKey: []byte{2}, SignCount: 3,
		Flags: 0x1d, Transports: "internal",
	}, people.Challenge{Bytes: []byte{4}, ExpiresOn: fixtureTime})
	return errors.Join(err, bobErr, inviteErr, sessionErr, linkErr, identityErr, startErr, passkeyErr)
}
