"""Makes the calls of standard input through the SDK, several at once, and prints their results. TestLongRepetition runs it."""

import base64
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import waybill


def make(call):
    client = waybill.Client(f"{os.environ['WAYBILL_URL']}/{call['id']}/api", os.environ["WAYBILL_KEY"])
    try:
        response = client.call(call["method"], call["path"], body=call.get("body"), if_match=call.get("if_match"))
    except waybill.WaybillError as error:
        status = error.status if isinstance(error, waybill.ResponseError) else 0
        return {"id": call["id"], "status": status, "key": error.idempotency_key or "", "error": f"{type(error).__name__}: {error}"}
    body = base64.b64encode(response.body).decode()
    return {"id": call["id"], "status": 200, "body": body, "key": response.idempotency_key or ""}


with ThreadPoolExecutor(16) as pool:
    print(json.dumps(list(pool.map(make, json.load(sys.stdin)))))
