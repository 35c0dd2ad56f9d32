package request

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/jpeg" // the two formats that image.DecodeConfig is to know
	_ "image/png"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// ProofRequest is an operator's proof of a delivery.
type ProofRequest struct {
	TrackingNo string // in upper case
	shipment.Proof
	text string // of the picture, in base 64
}

// ReportProof is the body of a request with a proof of delivery.
var ReportProof = newBody(
	text(trackingNoField, required, textMax, "Tracking number of the order.", func(r *ProofRequest) *string { return &r.TrackingNo }),
	text("name", required, textMax, "Who took the parcel.", func(r *ProofRequest) *string { return &r.Name }),
	bind(field("signed_on", optional, Type{Name: TypeMoment}, "Time of the signature, default now. UTC when no zone is given."),
		readOccurredOn,
		func(r *ProofRequest) *time.Time { return &r.SignedOn }),
	text(proofImage, required, base64.StdEncoding.EncodedLen(shipment.MaxProofImage), "A PNG or JPEG in base64, at most 5 MiB.",
		func(r *ProofRequest) *string { return &r.text }),
).also(readProofImage)

const proofImage = "image"

// readProofImage reads the picture of a proof, whose bytes show its media type.
func readProofImage(_ *Form, r *ProofRequest, problems Problems) Problems {
	if problems != nil {
		return problems
	}
	r.TrackingNo = shipment.TrackingKey(r.TrackingNo)
	picture, err := base64.StdEncoding.DecodeString(r.text)
	if err != nil {
		return Problems{{proofImage, Messages{problem.NotBase64}}}
	}
	_, format, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil || format != "png" && format != "jpeg" || len(picture) > shipment.MaxProofImage {
		return Problems{{proofImage, Messages{problem.NotProofImage}}}
	}
	r.Image, r.MediaType, r.text = picture, "image/"+format, ""
	return nil
}
