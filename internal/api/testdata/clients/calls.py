"""Makes the calls of the standard input, and prints what is wrong with one. See TestLongMethodsOfPython."""

import collections.abc
import json
import os
import sys

import waybill

client = waybill.Client(os.environ["WAYBILL_URL"] + "/api", "key", max_retries=0)
for call in json.load(sys.stdin):
    try:
        group = getattr(client, call["group"]) if call["group"] else client
        arguments = list(call["path"]) + ([call["whole"]] if call["whole"] is not None else [])
        if call["file"]:
            arguments.append(call["file"].encode())
        result = getattr(group, call["method"])(*arguments, **call["fields"], **call["query"])
        if isinstance(result, collections.abc.Iterator):
            list(result)
    except Exception as error:
        print(f"{call['operation']}: {type(error).__name__}: {error}")
