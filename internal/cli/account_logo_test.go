package cli

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// logoFile makes a PNG file of a disc on a transparent ground, from black on the left to white on the right.
func logoFile(t *testing.T, width, height int) string {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			dx, dy := 2*x-width, 2*y-height
			if dx*dx*height*height+dy*dy*width*width <= width*width*height*height {
				picture.Set(x, y, color.Gray{Y: uint8(x * 255 / width)})
			}
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "logo.png")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAccountLogo(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	environ := []string{"WAYBILL_DATA=" + data}
	said := func(wantCode int, want string, args ...string) {
		t.Helper()
		var out strings.Builder
		code := Run(t.Context(), Process{Args: args, Environ: environ, Stdout: &out, Stderr: &out})
		if code != wantCode || !strings.Contains(out.String(), want) {
			t.Errorf("waybill %q: exit code %d, want %d: %q lacks %q", args, code, wantCode, out.String(), want)
		}
	}
	said(exitOK, "applied", "migrate")
	said(exitOK, "Acme", "account", "create", "Acme")
	said(exitOK, "Logo: none", "account", "labels", "1")
	said(exitOK, "Account 1 has a logo of 24 × 8 mm.", "account", "logo", "set", "1", logoFile(t, 300, 100))
	said(exitOK, "Account 1 has a logo of 11 × 11 mm.", "account", "logo", "set", "1", logoFile(t, 20, 20))
	said(exitOK, "Logo: set", "account", "labels", "1", "--hide-contents")
	text := filepath.Join(t.TempDir(), "logo.txt")
	if err := os.WriteFile(text, []byte("no picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	said(exitError, "is refused: it is not a PNG file", "account", "logo", "set", "1", text)
	said(exitError, "is refused: it has 1001 × 10 pixels: at most 1000 × 1000", "account", "logo", "set", "1", logoFile(t, 1001, 10))
	if err := os.WriteFile(text, make([]byte, 64<<10+1), 0o600); err != nil {
		t.Fatal(err)
	}
	said(exitError, "has more than 64 KiB: make the picture smaller", "account", "logo", "set", "1", text)
	said(exitError, "there is no account 9", "account", "logo", "remove", "9")
	said(exitOK, "Logo: set", "account", "labels", "1")
	said(exitOK, "Account 1 has no logo.", "account", "logo", "remove", "1")
	said(exitOK, "Logo: none", "account", "labels", "1")
}
