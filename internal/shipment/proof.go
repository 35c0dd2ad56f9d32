package shipment

import "time"

// MaxProofImage is how many bytes the picture of a proof of delivery may have: 5 MiB.
const MaxProofImage = 5 << 20

// Proof proves that a parcel was delivered.
type Proof struct {
	Name      string    // who took the parcel
	SignedOn  time.Time // zero: when it is recorded
	MediaType string    // image/png or image/jpeg
	Image     []byte
}
