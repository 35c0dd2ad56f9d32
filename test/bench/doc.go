// Command bench measures Waybill as its callers meet it. It starts the real server as a
// process of its own, loads it over loopback with requests made beforehand, and prints
// each figure beside a reference of the same run: the same rows by the bare driver, or a
// handler that does nothing. Requests enter as bytes, rows as SQL; a table leaves. It
// knows nothing of the server's packages, and no test depends on its times.
package main
