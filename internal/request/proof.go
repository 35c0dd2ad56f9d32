package request

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/jpeg" // the two formats that image.DecodeConfig is to know
	_ "image/png"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// ProofRequest is an operator's proof of a delivery.
type ProofRequest struct {
	TrackingNo string // in upper case
	shipment.Proof
	Picture string // in base 64
}

// ReportProof is the body of a request with a proof of delivery.
var ReportProof = bodyOf[ProofRequest]("proof").also(readProofImage)

const proofImage = "image"

// readProofImage reads the picture of a proof, whose bytes show its media type.
func readProofImage(_ *Form, r *ProofRequest, problems Problems) Problems {
	if problems != nil {
		return problems
	}
	r.TrackingNo = shipment.TrackingKey(r.TrackingNo)
	picture, err := base64.StdEncoding.DecodeString(r.Picture)
	if err != nil {
		return Problems{{proofImage, Messages{problem.NotBase64}}}
	}
	_, format, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil || format != "png" && format != "jpeg" || len(picture) > shipment.MaxProofImage {
		return Problems{{proofImage, Messages{problem.NotProofImage}}}
	}
	r.Image, r.MediaType, r.Picture = picture, "image/"+format, ""
	return nil
}
