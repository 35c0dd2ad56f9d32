module waybill

go 1.26.0

require (
	github.com/boombuler/barcode v1.1.0
	github.com/go-text/typesetting v0.3.5
	github.com/mozillazg/go-unidecode v0.2.0
	golang.org/x/image v0.47.0
	golang.org/x/text v0.43.0
	rsc.io/qr v0.2.0
)

require golang.org/x/sys v0.49.0 // indirect
