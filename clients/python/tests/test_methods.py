"""Tests of generated methods, codes and wrong arguments, against a real server as in test_client."""

import http.server
import sys
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import waybill
from test_client import KEY, URL, order


class Recorder(http.server.BaseHTTPRequestHandler):
    """Keeps the headers of requests, and responds with what a test chose."""

    def do_GET(self):
        self.server.seen.append((self.path, self.headers))
        status, kind, body = self.server.answer
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Methods(unittest.TestCase):
    def setUp(self):
        self.client = waybill.Client(URL + "/api", KEY)

    def record(self, status=200, kind="application/pdf", body=b"%PDF-"):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
        server.seen, server.answer = [], (status, kind, body)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server, f"http://127.0.0.1:{server.server_port}"

    def test_generated_methods(self):
        created = self.client.create_orders([order()])
        number = created.orders[0].tracking_no
        self.assertEqual(self.client.hold_orders([number], reason="moves")[0]["result"], "held")
        self.assertEqual([o["tracking_no"] for o in self.client.orders(held=True, upload_batch_no=created.upload_batch_no)], [number])
        self.assertEqual(self.client.release_orders([number])[0]["result"], "released")
        tried = self.client.edit_orders([number], changes={"consignee_name": "Ann"}, dry_run=True)
        self.assertEqual(tried[0]["result"], "changed")
        self.assertEqual(self.client.cancel_orders([number], dry_run=True)[0]["result"], "cancelled")
        note = self.client.add_note(number, text="Call first", idempotency_key="python-note")
        self.assertEqual(self.client.add_note(number, text="Call first", idempotency_key="python-note"), note)
        self.client.delete_note(number, note["note_id"])
        replaced = self.client.replace_order(number, {"consignee_name": "Ann"})
        self.assertEqual(self.client.order(replaced["tracking_nos"][0])["consignee_name"], "Ann")

    def test_books(self):
        boxes = self.client.boxes
        boxes.set("small", {"length": 1, "width": 2, "height": 3})
        self.assertEqual([e["name"] for e in boxes.list(q="sm")], ["small"])
        exported = boxes.export()
        boxes.delete("small")
        self.assertEqual(boxes.import_(exported), 1)
        self.assertEqual(boxes.get("small")["entry"]["width"], 2)

    def test_codes(self):
        number = self.client.create_orders([order()]).orders[0].tracking_no
        with self.assertRaises(waybill.ValidationError) as caught:
            self.client.add_note(number, text="")
        problem = caught.exception.problems[0]
        self.assertEqual((problem.order, problem.item, problem.field), (None, None, "text"))
        self.assertEqual((problem.messages, problem.codes), (("This field may not be blank.",), (waybill.Code.BLANK,)))
        with self.assertRaises(waybill.ResponseError) as missing:
            self.client.import_(99)
        self.assertEqual(missing.exception.code, waybill.Code.NOT_FOUND)
        self.assertTrue(missing.exception.type)
        checked = self.client.validate_orders([order(), order(items=[{**order()["items"][0], "item_quantity": 0}])])
        self.assertEqual(checked[1]["problems"][0]["path"], "/items/0/item_quantity")
        problem = waybill.coded_problems(checked[1]["problems"], 1)[0]
        self.assertEqual((problem.order, problem.item, problem.field), (1, 0, "item_quantity"))

    def test_problems_by_place(self):
        said = b'''{"type":"https://x/docs/errors#bad","code":"bad","args":{"n":3},"detail":"Bad.","errors":[
            {"path":"/orders/1/items/0/item_quantity","code":"too_small","args":{"least":1},"message":"A."},
            {"path":"/orders/1/items/0/item_quantity","code":"of_later","args":{},"message":"B."},
            {"path":"/orders/1/tax_ids/0/number","code":"blank","args":{},"message":"C."},
            {"path":"/orders/2","code":"blank","args":{},"message":"D."},
            {"path":"/metadata/a~1b","code":"blank","args":{},"message":"E."},
            {"path":"","code":"blank","args":{},"message":"F."}]}'''
        _, url = self.record(400, "application/problem+json", said)
        with self.assertRaises(waybill.ValidationError) as caught:
            waybill.Client(url + "/api", KEY).order("WB1")
        error = caught.exception
        self.assertEqual([(p.order, p.item, p.field, p.messages) for p in error.problems], [
            (1, 0, "item_quantity", ("A.", "B.")), (1, None, "tax_ids[0].number", ("C.",)), (2, None, "", ("D.",)),
            (None, None, "metadata.a/b", ("E.",)), (None, None, "", ("F.",)),
        ])
        self.assertEqual((error.problems[0].codes, error.problems[0].args), (("too_small", "of_later"), ({"least": 1}, {})))
        self.assertEqual(len({*error.problems}), 5)
        self.assertEqual((error.code, error.code_args, error.type), ("bad", {"n": 3}, "https://x/docs/errors#bad"))

    def test_label(self):
        url = self.client.create_orders([order()], blocking=True).orders[0].label_url
        self.assertEqual(self.client.label(url)[:5], b"%PDF-")
        self.assertEqual(self.client.label(url, format="png", size="a6", dpi=300)[:4], b"\x89PNG")
        self.assertEqual(self.client.label(url, format="zpl")[:3], b"^XA")
        other, address = self.record()
        self.client.label(address + "/labels/x.pdf", format="zpl", dpi=203)
        path, headers = other.seen[0]
        self.assertEqual((path, headers["Authorization"]), ("/labels/x.zpl?dpi=203", None))
        self.assertEqual(headers["User-Agent"], f"waybill-python/{waybill.__version__}")

    def test_headers_of_the_caller(self):
        (api, url), (other, address) = self.record(body=b'{"results":[]}'), self.record()
        client = waybill.Client(url + "/api", KEY, headers={"X-Gate": "secret", "accept": "text/csv"})
        client.services()
        client.label(url + "/labels/x", format="png")
        client.label(address + "/labels/x.pdf")
        seen = [(path, h["X-Gate"], h["Accept"]) for path, h in api.seen]
        self.assertEqual(seen, [("/api/services/", "secret", "text/csv"), ("/labels/x.png", "secret", "text/csv")])
        self.assertEqual((other.seen[0][1]["X-Gate"], other.seen[0][1]["Authorization"]), (None, None))

    def test_values_as_text(self):
        other, url = self.record(body=b'{"results":[]}')
        list(waybill.Client(url + "/api", KEY).orders(limit="50", service_id=1, with_items="true", picked_up=1))
        self.assertEqual(other.seen[0][0], "/api/order/order/?with_items=true&limit=50&service_id=1&picked_up=1&cursor=")
        number = self.client.create_orders([order()]).orders[0].tracking_no
        self.assertEqual(list(self.client.track({number})), [number])

    def test_problems_of_a_proxy(self):
        for errors in (b'{"name":["Bad."]}', b'[{"detail":"Bad."}]'):
            _, url = self.record(400, "application/problem+json", b'{"type":"about:blank","detail":"Bad.","errors":' + errors + b"}")
            with self.subTest(errors), self.assertRaises(waybill.ResponseError) as caught:
                waybill.Client(url + "/api", KEY).services()
            self.assertEqual((caught.exception.status, caught.exception.detail), (400, "Bad."))

    def test_wrong_arguments(self):
        other, url = self.record()
        client = waybill.Client(url + "/api", KEY)
        for said, call in (
            ("orders must be a list of dict, not str 'x'", lambda: client.create_orders("x")),
            ("orders[1] must be dict, not int 7", lambda: client.create_orders([{}, 7])),
            ("orders must be a list of dict, not dict", lambda: client.validate_orders({})),
            ("not str 'WB1'", lambda: client.hold_orders("WB1", reason="x")),
            ("tracking_nos must be a list of str", lambda: client.cancel_orders("WB1")),
            ("missing 1 required keyword-only argument: 'reason'", lambda: client.hold_orders(["WB1"])),
            ("unexpected keyword argument 'reson'", lambda: client.hold_orders(["WB1"], reson="x")),
            ("unexpected keyword argument 'upload_batch'", lambda: client.orders(upload_batch="x")),
            ("labels() has no argument 'batch'; it has upload_batch_no,", lambda: client.labels(batch="x")),
            ("dpi must be int, not str 'high'", lambda: client.labels(dpi="high")),
            ("label_url must be an address of a label", lambda: client.label("/labels/x.pdf")),
            ("id must be int, not str 'x'", lambda: client.administration.bag("x")),
            ("file must be bytes, not str", lambda: client.goods.import_("a,b")),
            ("changes must be dict, not list", lambda: client.edit_order("WB1", [])),
            ("tracking_no must not be ''", lambda: client.order("")),
            ("name must not be '..'", lambda: client.addresses.delete("..")),
            ("with_items must be bool, not str 'maybe'", lambda: client.orders(with_items="maybe")),
        ):
            with self.subTest(said), self.assertRaises(TypeError) as caught:
                call()
            self.assertIn(said, str(caught.exception))
        self.assertEqual(other.seen, [])


if __name__ == "__main__":
    unittest.main()
