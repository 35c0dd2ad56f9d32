"""Tests against a real server: WAYBILL_URL is its address in development, WAYBILL_KEY a key. TestLongPythonSDK runs them.

By hand: WAYBILL_URL=http://127.0.0.1:8080 WAYBILL_KEY=KEY python3 -m unittest discover clients/python/tests
"""

import http.server
import os
import socket
import sys
import tempfile
import threading
import unittest
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import waybill

URL, KEY = os.environ["WAYBILL_URL"], os.environ["WAYBILL_KEY"]


def order(**changes):
    return {
        "service_id": 1, "shipper_order_id": "PY-1", "payment_type": "prepaid",
        "order_length": 12, "order_width": "12.5", "order_height": 3, "order_weight": Decimal("0.125"),
        "consignee_name": "Susan", "consignee_number": "+6281234567891", "consignee_country": "Indonesia",
        "consignee_address": "Jl. Berangin 5, Tanjung Gading", "consignee_postal": "12420",
        "pickup_country": "Singapore", "pickup_address": "Jurong West Ave 1", "pickup_contact_name": "Jackson",
        "pickup_contact_number": "+6591234567",
        "items": [{"item_desc": "Shirt", "item_quantity": 3, "item_price_value": Decimal("23.55"), "item_price_currency": "SGD"}],
        **changes,
    }


class Orders(unittest.TestCase):
    def setUp(self):
        self.client = waybill.Client(URL + "/api/", KEY)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def test_create_with_labels(self):
        created = self.client.create_orders([order(), order()], blocking=True)
        self.assertFalse(created.replayed)
        self.client.save_label(created.orders[0].label_url, self.file("label.pdf"))
        self.assertEqual(Path(self.file("label.pdf")).read_bytes()[:5], b"%PDF-")
        saved = self.client.save_labels(self.file("all.zpl"), tracking_no=[o.tracking_no for o in created.orders], format="zpl")
        self.assertEqual((saved.printed, saved.missing), (2, 0))
        self.assertEqual(Path(self.file("all.zpl")).read_bytes().count(b"^XA"), 2)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["all.zpl", "label.pdf"])

    def test_idempotency(self):
        first = self.client.create_orders([order()], idempotency_key="python-1")
        again = self.client.create_orders([order()], idempotency_key="python-1")
        self.assertEqual([o.tracking_no for o in again.orders], [o.tracking_no for o in first.orders])
        self.assertTrue(again.replayed)
        with self.assertRaises(waybill.ResponseError) as caught:
            self.client.create_orders([order(), order()], idempotency_key="python-1")
        self.assertEqual(caught.exception.status, 422)

    def test_types_of_errors(self):
        created = self.client.create_orders([order()], idempotency_key="python-types")
        self.assertEqual(created.idempotency_key, "python-types")
        self.assertTrue(created.request_id)
        with self.assertRaises(waybill.KeyReusedError) as reused:
            self.client.create_orders([order(), order()], idempotency_key="python-types")
        self.assertEqual(reused.exception.idempotency_key, "python-types")
        number = created.orders[0].tracking_no
        viewed = self.client.call("GET", f"/order/order/{number}/")
        self.assertEqual(viewed.json()["tracking_no"], number)
        self.client.edit_order(number, {"consignee_postal": "12430"}, if_match=viewed.etag)
        with self.assertRaises(waybill.PreconditionError):
            self.client.edit_order(number, {"consignee_postal": "12440"}, if_match=viewed.etag)
        self.client.call("POST", f"/order/order/{number}/replace/", body={})
        with self.assertRaises(waybill.ConflictError) as conflict:
            self.client.call("POST", f"/order/order/{number}/replace/", body={})
        self.assertNotIsInstance(conflict.exception, waybill.StillRunningError)
        self.assertTrue(conflict.exception.idempotency_key)
        for failure, kind in (("409", waybill.StillRunningError), ("429", waybill.ThrottledError), ("lost", waybill.ConnectionFailed)):
            client = waybill.Client(URL + "/api/", KEY, headers={"Waybill-Rehearse": failure}, max_retries=0)
            with self.assertRaises(kind) as caught:
                client.call("POST", "/order/orders/", body={"orders": [order()]})
            self.assertTrue(caught.exception.idempotency_key)

    def test_a_key_of_the_caller(self):
        body = {"orders": [order()]}
        first, again = (self.client.call("POST", "/order/orders/", body=body, idempotency_key="python-call") for _ in range(2))
        self.assertEqual((first.replayed, again.replayed, again.body), (False, True, first.body))

    def test_pages_of_any_list(self):
        self.assertEqual(list(self.client.pages("/services/")), self.client.services())
        self.assertEqual([r["method"] for r in self.client.pages("/account/requests/", request_id="unknown")], [])

    def test_failures_make_no_second_order(self):
        for failure in ("503", "429", "409", "lost"):
            client = waybill.Client(URL + "/api/", KEY, headers={"Waybill-Rehearse": failure})
            with self.subTest(failure):
                created = client.create_orders([order(shipper_order_id=f"PY-{failure}")])
                stored = [o["tracking_no"] for o in self.client.orders(shipper_order_id=f"PY-{failure}")]
                self.assertEqual(stored, [created.orders[0].tracking_no])

    def test_errors_by_field(self):
        with self.assertRaises(waybill.ValidationError) as caught:
            self.client.create_orders([order(), order(order_width="wide", items=[{**order()["items"][0], "item_quantity": 0}])])
        error = caught.exception
        self.assertEqual([(p.order, p.item, p.field) for p in error.problems], [(1, None, "order_width"), (1, 0, "item_quantity")])
        self.assertEqual(error.of(1)[0].messages, ("A valid number is required.",))
        self.assertEqual(error.of(0), [])
        self.assertIn("orders[1].items[0].item_quantity: ", str(error))
        self.assertIn(error.request_id, str(error))
        with self.assertRaises(waybill.ValidationError) as caught:
            self.client.create_orders([])
        self.assertEqual(str(caught.exception.problems[0]), "orders: This list may not be empty.")

    def test_accept_valid(self):
        created = self.client.create_orders([order(), order(consignee_number="x")], accept_valid=True)
        self.assertIsNotNone(created.orders[0].tracking_no)
        self.assertIsNone(created.orders[1].tracking_no)
        self.assertEqual([(p.order, p.field) for p in created.orders[1].problems], [(1, "consignee_number")])
        self.assertEqual([bool(o["errors"]) for o in self.client.validate_orders([order(), order(consignee_name="")])], [False, True])

    def test_iterate(self):
        batch = self.client.create_orders([order(shipper_order_id=f"PY-{i}") for i in range(60)]).upload_batch_no
        seen = list(self.client.orders(upload_batch_no=batch, with_items=True))
        self.assertEqual([o["shipper_order_id"] for o in seen], [f"PY-{i}" for i in reversed(range(60))])
        self.assertEqual(seen[0]["items"][0]["item_price_value"], Decimal("23.55"))
        with self.assertRaises(waybill.ValidationError):
            list(self.client.orders(status_code="LOST"))

    def test_the_rest_of_a_journey(self):
        number = self.client.create_orders([order()]).orders[0].tracking_no
        changed = self.client.edit_order(number, {"consignee_postal": "12430", "pickup_notes": None})
        self.assertEqual(changed["changes"][0]["fields"][0]["to"], "12430")
        returned = self.client.create_returns([
            {"service_type": "PICKUP", "forward_tracking_no": number, "consignee_email": "returns@shop.example"},
        ])
        self.assertEqual(self.client.order(returned.tracking_nos[0])["forward_tracking_no"], number)
        self.assertEqual(self.client.track([number])[number][0]["status"], "ORDER_CREATED")
        results = self.client.cancel_orders([number, *(f"WB{i:011}ID" for i in range(200))])
        self.assertEqual([r["result"] for r in results][:2] + [len(results)], ["cancelled", "not_found", 201])
        self.assertEqual(self.client.services()[0]["service_id"], 1)

    def test_refusals(self):
        with self.assertRaises(waybill.ResponseError) as caught:
            waybill.Client(URL + "/api", "wb_test_wrong").order("WB00000000000ID")
        self.assertEqual((caught.exception.status, caught.exception.detail), (401, "Invalid secret key."))
        with self.assertRaises(waybill.ResponseError) as caught:
            self.client.order("no/such number")
        self.assertEqual(caught.exception.status, 404)
        for url, key in ((URL, KEY), (URL + "/api", "a\n"), ("ftp://x/api", KEY)):
            with self.assertRaises(ValueError):
                waybill.Client(url, key)
        self.assertNotIn(KEY, repr(self.client))
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            unreachable = waybill.Client(f"http://127.0.0.1:{closed.getsockname()[1]}/api", KEY, max_retries=1)
            with self.assertRaises(waybill.ConnectionFailed):
                unreachable.services()


class Webhooks(unittest.TestCase):
    def test_verified(self):
        received = []
        arrived = threading.Event()

        class Shop(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                received.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()
                arrived.set()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        client = waybill.Client(URL + "/api", KEY)
        endpoint = client.create_endpoint({"url": f"http://127.0.0.1:{server.server_port}", "events": ["order.label_ready"]})
        self.addCleanup(client.request, "DELETE", f"/webhooks/endpoints/{endpoint['id']}/")
        number = client.create_orders([order()]).orders[0].tracking_no
        self.assertTrue(arrived.wait(60))
        headers, body = received[0]
        event = waybill.verify_webhook(headers, body, "whsec_b2xk", endpoint["secret"])
        self.assertEqual((event["type"], event["data"]["tracking_no"]), ("order.label_ready", number))
        self.assertIn(event, list(client.events()))
        for changes, secret in (({}, "whsec_b2xk"), ({"Webhook-Timestamp": "1"}, endpoint["secret"]), ({"Webhook-Id": "x"}, endpoint["secret"])):
            with self.assertRaises(waybill.InvalidSignature):
                waybill.verify_webhook({**headers, **changes}, body, secret)
        with self.assertRaises(waybill.InvalidSignature):
            waybill.verify_webhook(headers, body + b" ", endpoint["secret"])
        with self.assertRaises(ValueError):
            waybill.verify_webhook(headers, body, "whsec_!")


if __name__ == "__main__":
    unittest.main()
