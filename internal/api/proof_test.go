package api

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

const proofPath = "/api/operator/proof-of-delivery/"

// pictures are one in each format that proofs may have.
func pictures(t *testing.T) (asPNG, asJPEG string) {
	t.Helper()
	var p, j bytes.Buffer
	dot := image.NewGray(image.Rect(0, 0, 1, 1))
	if err := png.Encode(&p, dot); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&j, dot, nil); err != nil {
		t.Fatal(err)
	}
	return p.String(), j.String()
}

func proofBody(key, trackingNo, name, more, picture string) string {
	return `{"secret_key":"` + key + `","tracking_no":"` + trackingNo + `","name":"` + name + `"` + more +
		`,"image":"` + base64.StdEncoding.EncodeToString([]byte(picture)) + `"}`
}

func TestProofOfDelivery(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key, otherKey := s.operatorKey(), s.newKey("Other shipper")
		asPNG, asJPEG := pictures(t)
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		path := "/api/order/order/" + no + "/proof-of-delivery/?secret_key="
		if res, body := s.send("GET", path+testKey, ""); res.StatusCode != http.StatusNotFound {
			t.Errorf("before there is one: %d %s", res.StatusCode, body)
		}
		if res, body := s.send("POST", proofPath, proofBody(key, no, "Susan", "", asJPEG)); res.StatusCode != http.StatusNoContent || body != "" {
			t.Errorf("first: %d %s", res.StatusCode, body)
		}
		second := proofBody(key, strings.ToLower(no), "Susan's sister", `,"signed_on":"2026-02-03T12:00:00+08:00"`, asPNG)
		if res, body := s.send("POST", proofPath, second); res.StatusCode != http.StatusNoContent {
			t.Errorf("in its place: %d %s", res.StatusCode, body)
		}
		for who, want := range map[string]int{testKey: 200, key: 200, otherKey: 404, "wrong": 401} {
			res, body := s.send("GET", path+who, "")
			if res.StatusCode != want || want == 200 && (body != asPNG || res.Header.Get("Content-Type") != "image/png") {
				t.Errorf("%s: %d %v", who, res.StatusCode, res.Header)
			}
		}
		detail, err := s.sdk.Order(t.Context(), no)
		if err != nil {
			t.Fatal(err)
		}
		proof := detail.Documents[len(detail.Documents)-1]
		if proof.Kind != "proof_of_delivery" || proof.MediaType != "image/png" || proof.Name != "Susan's sister" ||
			!proof.SignedOn.Equal(time.Date(2026, 2, 3, 4, 0, 0, 0, time.UTC)) || proof.URL+"?secret_key=" != s.url+path {
			t.Errorf("document %+v", proof)
		}
		if _, body := s.send("POST", trackerPath, `{"tracking_nos":["`+no+`"]}`); strings.Contains(body, "sister") {
			t.Errorf("the public page shows who took it: %s", body)
		}
	})
}

func TestProofsAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.operatorKey()
		asPNG, _ := pictures(t)
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		largest := asPNG + strings.Repeat("x", shipment.MaxProofImage-len(asPNG))
		invalid := `{"image":["Upload a valid image: a PNG or JPEG of at most 5 MiB."]}`
		for name, c := range map[string]struct {
			body   string
			status int
			want   string
		}{
			"not an operator's key": {
				proofBody(testKey, no, "Susan", "", asPNG), 403,
				`{"detail":"You do not have permission to perform this action."}`,
			},
			"unknown order": {proofBody(key, "UNKNOWN-1", "Susan", "", asPNG), 404, `{"detail":"Not found."}`},
			"the largest":   {proofBody(key, no, "Susan", "", largest), 204, ``},
			"a byte more":   {proofBody(key, no, "Susan", "", largest+"x"), 400, invalid},
			"a page":        {proofBody(key, no, "Susan", "", "<html><script>alert(1)</script>"), 400, invalid},
			"a GIF":         {proofBody(key, no, "Susan", "", "GIF89a\x01\x00\x01\x00\x00\x00\x00;"), 400, invalid},
			"no base 64": {
				`{"secret_key":"` + key + `","tracking_no":"` + no + `","name":"S","image":"?"}`, 400,
				`{"image":["Enter valid base 64."]}`,
			},
			"nothing": {
				`{"secret_key":"` + key + `"}`, 400,
				`{"tracking_no":["This field is required."],"name":["This field is required."],"image":["This field is required."]}`,
			},
			"beyond the text's limit": {
				proofBody(key, no, "Susan", "", largest+"xxxx"), 400,
				`{"image":["Ensure this field has no more than 6990508 characters."]}`,
			},
		} {
			if res, body := s.send("POST", proofPath, c.body); res.StatusCode != c.status || body != c.want {
				t.Errorf("%s: %d %.200s, want %s", name, res.StatusCode, body, c.want)
			}
		}
	})
}
