module waybill

go 1.26

require github.com/go-faster/jx v1.2.0

require (
	github.com/go-faster/errors v0.7.1 // indirect
	github.com/segmentio/asm v1.2.1 // indirect
	golang.org/x/sys v0.1.0 // indirect
)
