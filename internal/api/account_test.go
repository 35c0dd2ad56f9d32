package api

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// TestKeysRotate: a key creates its successor, which works, and revokes itself.
func TestKeysRotate(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		first := s.newKey("shipper")
		old := s.client(first)
		made, err := old.CreateKey(t.Context(), "Warehouse", s.clock.now().Add(time.Hour))
		if err != nil || made.Secret == "" || made.State != client.KeyLive || made.ExpiresOn.IsZero() {
			t.Fatalf("%+v, %v", made, err)
		}
		successor := s.client(made.Secret)
		keys, err := successor.Keys(t.Context())
		if err != nil || len(keys) != 2 || !keys[1].IsCaller || keys[0].IsCaller || keys[1].CreatedByKey != keys[0].ID || keys[1].Secret != "" {
			t.Fatalf("%+v, %v", keys, err)
		}
		if err := successor.RevokeKey(t.Context(), keys[0].ID, false); err == nil {
			t.Error("a key revokes one that it did not create")
		}
		if err := old.RevokeKey(t.Context(), keys[0].ID, false); err != nil {
			t.Fatal(err)
		}
		if _, err := old.Keys(t.Context()); err == nil {
			t.Error("the revoked key works")
		}
		keys, err = successor.Keys(t.Context())
		if err != nil || keys[0].State != client.KeyRevoked || keys[0].RevokedOn.IsZero() {
			t.Errorf("%+v, %v", keys, err)
		}
		if log := s.log.String(); strings.Contains(log, made.Secret) {
			t.Error("the log has the secret")
		}
		entries, _, err := s.api.Store.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectKey, Subject: fmt.Sprint(made.ID)}, "", 9)
		if err != nil || len(entries) != 1 || entries[0].Actor.Name != fmt.Sprint(keys[0].ID) {
			t.Errorf("audit log: %+v, %v", entries, err)
		}
	})
}

// TestAStolenKeyIsRevokedWithItsKeys: a person, who calls without a key, revokes any key and those created with it.
func TestAStolenKeyIsRevokedWithItsKeys(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		stolen := s.client(s.newKey("shipper"))
		made, err := stolen.CreateKey(t.Context(), "hidden", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		keys, err := stolen.Keys(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		accounts, err := s.api.Store.MasterData.Accounts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		shipper := accounts[len(accounts)-1].Caller()
		if err := s.api.Store.MasterData.RevokeKeyOf(t.Context(), 1, keys[0].ID, 0, true); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("of another account: %v", err)
		}
		if err := s.api.Store.MasterData.RevokeKeyOf(t.Context(), shipper.AccountID, keys[0].ID, 0, true); err != nil {
			t.Fatal(err)
		}
		for _, c := range []*client.Client{stolen, s.client(made.Secret)} {
			if _, err := c.Keys(t.Context()); err == nil {
				t.Error("a revoked key works")
			}
		}
	})
}

func TestKeyProblems(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		const path = "/api/account/keys/"
		s.as(testKey, "POST", path, `{"name":"Warehouse"}`, 201, nil)
		for body, want := range map[string]string{
			`{}`:                 `{"name":["This field is required."]}`,
			`{"name":"a\u0007"}`: `{"name":["Enter visible characters and spaces only."]}`,
			`{"name":"` + strings.Repeat("x", 101) + `"}`: `{"name":["Ensure this field has no more than 100 characters."]}`,
			`{"name":"x","expires_on":"2020-01-01"}`:      `{"expires_on":["This time is in the past."]}`,
			`{"name":"Warehouse"}`: `{"name":["The account has a live key with this name: ` +
				`choose another name, or revoke that key first."]}`,
		} {
			res, text := s.send("POST", path, body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s", body, res.StatusCode, text)
			}
		}
		s.as(testKey, "DELETE", path+"1/?with_created=maybe", "", 400, nil)
		s.as(testKey, "DELETE", path+"x/", "", 404, nil)
		for i := range 3 {
			s.as(testKey, "POST", path, fmt.Sprintf(`{"name":"key %d"}`, i), 201, nil)
		}
		s.as(testKey, "POST", path, `{"name":"one more"}`, 429, nil)
		s.clock.advance(time.Second)
		s.as(testKey, "POST", path, `{"name":"one more"}`, 201, nil)
	})
}

// logoPNG is a black square as a PNG file.
func logoPNG(t *testing.T, side int) []byte {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, side, side))
	for y := range side / 2 {
		for x := range side {
			picture.Set(x, y, color.White)
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestAccountLabels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder())
		sdk, query := s.sdk, client.LabelQuery{UploadBatchNo: created.UploadBatchNo}
		before, err := sdk.Labels(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		logo := logoPNG(t, 100)
		got, err := sdk.ChangeAccountLabels(t.Context(), client.AccountLabelsChange{
			HideContents: new(true), ReturnTo: new("8 Changi North Way"), DefaultSize: new("a6"), Logo: &logo,
		})
		if err != nil || !got.HideContents || got.ReturnTo != "8 Changi North Way" || got.DefaultSize != "a6" || got.Logo == nil {
			t.Fatalf("%+v, %v", got, err)
		}
		if picture, err := png.Decode(bytes.NewReader(got.Logo)); err != nil || picture.Bounds().Dy() != 88 {
			t.Errorf("the logo: %v", err)
		}
		after, err := sdk.Labels(t.Context(), query)
		if err != nil || bytes.Contains(before.Content, []byte("297.6")) || !bytes.Contains(after.Content, []byte("297.6")) { // 105 mm
			t.Errorf("the labels are not A6: %v", err)
		}
		got, err = sdk.ChangeAccountLabels(t.Context(), client.AccountLabelsChange{ReturnTo: new(""), DefaultSize: new("")})
		if err != nil || got.ReturnTo != "" || got.DefaultSize != "100x150" || got.Logo == nil || !got.HideContents {
			t.Errorf("cleared: %+v, %v", got, err)
		}
		s.as(testKey, "PATCH", "/api/account/labels/", `{"logo":null}`, 200, nil)
		if got, err = sdk.AccountLabels(t.Context()); err != nil || got.Logo != nil {
			t.Errorf("without a logo: %+v, %v", got, err)
		}
	})
}

func TestAccountLabelsProblems(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for body, want := range map[string]string{
			`{"return_to":"a\nb"}`:      `{"return_to":["Enter one line."]}`,
			`{"default_size":"a0"}`:     `{"default_size":["\"a0\" is not a valid choice."]}`,
			`{"logo":"%"}`:              `{"logo":["Enter valid base 64."]}`,
			`{"hide_contents":"maybe"}`: `{"hide_contents":["Must be a valid boolean."]}`,
		} {
			res, text := s.send("PATCH", "/api/account/labels/", body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s", body, res.StatusCode, text)
			}
		}
		for name, file := range map[string][]byte{
			"no PNG": []byte("GIF89a"), "too large": make([]byte, 64<<10+1), "too many pixels": logoPNG(t, 1001),
		} {
			body := `{"logo":"` + base64.StdEncoding.EncodeToString(file) + `"}`
			res, text := s.send("PATCH", "/api/account/labels/", body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(text, `{"logo":["`) {
				t.Errorf("%s: %d %s", name, res.StatusCode, text)
			}
		}
	})
}

// TestAccountSettings: an absent field stays, and an empty one is cleared. The change is in the audit log.
func TestAccountSettings(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		sdk, want := s.client(testKey), client.AccountSettings{WeightTolerance: 50, WeightTolerancePercent: 5, UnscannedHours: 24}
		if got, err := sdk.AccountSettings(t.Context()); err != nil || got != want {
			t.Errorf("at first: %+v, %v", got, err)
		}
		got, err := sdk.ChangeAccountSettings(t.Context(), client.AccountSettingsChange{
			Timezone: new("Asia/Jakarta"), Language: new("ZH-hans"), WeightTolerance: new(int64(80)),
		})
		want.Timezone, want.Language, want.WeightTolerance = "Asia/Jakarta", "zh-Hans", 80
		if err != nil || got != want {
			t.Errorf("changed: %+v, %v", got, err)
		}
		if _, err = sdk.ChangeAccountSettings(t.Context(), client.AccountSettingsChange{Language: new("")}); err != nil {
			t.Error(err)
		}
		want.Language = ""
		if got, err = sdk.AccountSettings(t.Context()); err != nil || got != want {
			t.Errorf("cleared: %+v, %v", got, err)
		}
		entries, _, err := s.api.Store.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectAccount}, "", 9)
		if err != nil || len(entries) == 0 || entries[0].Actor.Kind != audit.ActorKey {
			t.Errorf("audit log: %+v, %v", entries, err)
		}
		for body, want := range map[string]string{
			`{"timezone":"Asia/Atlantis"}`: `{"timezone":["Enter a time zone such as Asia/Singapore, or UTC."]}`,
			`{"timezone":"Local"}`:         `{"timezone":["Enter a time zone such as Asia/Singapore, or UTC."]}`,
			`{"language":"fr"}`:            `{"language":["\"fr\" is not a valid choice."]}`,
			`[]`:                           `{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`,
		} {
			res, text := s.send("PATCH", "/api/account/settings/", body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s", body, res.StatusCode, text)
			}
		}
	})
}
