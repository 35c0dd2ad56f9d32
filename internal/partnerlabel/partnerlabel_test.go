package partnerlabel_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/blob"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/label/pages"
	"waybill/internal/partnerlabel"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

func TestMain(m *testing.M) { partnerlabeltest.Main(m) }

func newFolder(t *testing.T) (blobs blob.Store, path string) {
	t.Helper()
	path = t.TempDir()
	blobs, err := blob.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	return blobs, path
}

// kept lists the files of a folder.
func kept(t *testing.T, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func goodLabel(text string) shipment.PartnerLabel {
	return shipment.PartnerLabel{Format: shipment.LabelPDF, Content: inspecttest.Label(text, 1)}
}

func TestSave(t *testing.T) {
	t.Parallel()
	blobs, folder := newFolder(t)
	k := partnerlabeltest.NewStore(t, blobs)
	for format, content := range map[shipment.LabelFormat][]byte{
		shipment.LabelPDF: inspecttest.Label("WB1", 1), shipment.LabelPNG: inspecttest.Picture(812, 1218), shipment.LabelZPL: []byte("^XA^XZ"),
	} {
		name, err := k.Save(t.Context(), "acme", shipment.PartnerLabel{Format: format, Content: content})
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		if got, err := k.File(t.Context(), format, name); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%s: %d bytes, %v", format, len(got), err)
		}
		if _, err := os.Stat(filepath.Join(folder, name+".pages")); (err == nil) != (format != shipment.LabelZPL) {
			t.Errorf("%s: its pages: %v", format, err)
		}
	}
}

func TestSaveStoresNothingOfARefusedLabel(t *testing.T) {
	t.Parallel()
	blobs, folder := newFolder(t)
	k := partnerlabeltest.NewStore(t, blobs)
	for want, l := range map[string]shipment.PartnerLabel{
		"the label cannot be taken as pdf: it is empty":                         {Format: shipment.LabelPDF},
		"the label cannot be taken as zpl: it is not what its format zpl says":  {Format: shipment.LabelZPL, Content: []byte("^XA")},
		"the label cannot be taken as pdf: it is not whole: its end is missing": {Format: shipment.LabelPDF, Content: []byte("%PDF-1.7")},
		"the label cannot be taken as pdf: it is encrypted: send it without encryption": {
			Format:  shipment.LabelPDF,
			Content: inspecttest.Encrypted(),
		},
	} {
		_, err := k.Save(t.Context(), "acme", l)
		if refused, ok := errors.AsType[*partnerlabel.RefusedError](err); !ok || refused.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if names := kept(t, folder); len(names) > 0 {
		t.Errorf("kept %v", names)
	}
}

// TestSaveWithoutAStore checks that a failure to store is not reported as a refusal of the label.
func TestSaveWithoutAStore(t *testing.T) {
	t.Parallel()
	blobs, folder := newFolder(t)
	k := partnerlabeltest.NewStore(t, blobs)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Save(t.Context(), "acme", goodLabel("WB1")); err == nil {
		t.Error("kept nowhere")
	} else if _, refused := errors.AsType[*partnerlabel.RefusedError](err); refused {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := k.Save(ctx, "acme", goodLabel("WB1")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// hogs are the files that use up the limit of processor time.
var hogs = []string{"names: DAG", "structure tree: DAG"}

// TestCorpus saves every file that must be refused, while another partner sends good ones. With -short it leaves
// out the hogs. It does not run in parallel: the memory of other tests would count.
func TestCorpus(t *testing.T) {
	l := sandbox.DefaultLimits
	l.CPU, l.Wall = time.Second, 10*time.Minute
	runner, err := sandbox.New(l, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	blobs, _ := newFolder(t)
	k := partnerlabel.New(blobs, runner, runner)
	var others sync.WaitGroup
	done := make(chan struct{})
	others.Go(func() {
		for n := 0; ; n++ {
			if _, err := k.Save(t.Context(), "other", goodLabel(strings.Repeat("x", n%100))); err != nil {
				t.Errorf("a good label: %v", err)
			}
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	corpus := inspecttest.Corpus()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, f := range corpus {
		if f.Memory && unlimitedMemory || testing.Short() && slices.Contains(hogs, f.Name) {
			continue
		}
		_, err := k.Save(t.Context(), "acme", shipment.PartnerLabel{Format: shipment.LabelFormat(f.Format), Content: f.Content})
		t.Logf("%s, %d bytes: %v", f.Name, len(f.Content), err)
		if _, ok := errors.AsType[*partnerlabel.RefusedError](err); !ok {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	runtime.ReadMemStats(&after)
	close(done)
	others.Wait()
	if grown := int64(after.Sys) - int64(before.Sys); grown > 32<<20 {
		t.Errorf("the parent took %d MiB", grown>>20)
	}
}

func TestPagesAreMadeAgain(t *testing.T) {
	t.Parallel()
	blobs, folder := newFolder(t)
	k := partnerlabeltest.NewStore(t, blobs)
	name, err := k.Save(t.Context(), "acme", goodLabel("WB1"))
	if err != nil {
		t.Fatal(err)
	}
	read := func() []byte {
		t.Helper()
		got, err := k.Derived(t.Context(), pages.AsPages, 0, "acme", shipment.LabelPDF, name)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	whole, beside := read(), filepath.Join(folder, name+".pages")
	for what, spoil := range map[string]func() error{
		"damaged": func() error { return os.Truncate(beside, 100) },
		"missing": func() error { return os.Remove(beside) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(read(), whole) {
			t.Errorf("%s pages are others now", what)
		}
		if again, err := os.ReadFile(beside); err != nil || !bytes.Equal(again, whole) {
			t.Errorf("%s pages were not kept: %v", what, err)
		}
	}
	if err := errors.Join(os.Remove(beside), os.Truncate(filepath.Join(folder, name), 100)); err != nil {
		t.Fatal(err)
	}
	_, first := k.Derived(t.Context(), pages.AsPages, 0, "acme", shipment.LabelPDF, name)
	if _, refused := errors.AsType[*partnerlabel.RefusedError](first); !refused {
		t.Fatal(first)
	}
	if err := os.Remove(filepath.Join(folder, name)); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Derived(t.Context(), pages.AsPages, 0, "acme", shipment.LabelPDF, name); err == nil || err.Error() != first.Error() {
		t.Errorf("after %v it was tried again: %v", first, err)
	}
	if _, err := k.Derived(t.Context(), pages.AsPages, 0, "acme", shipment.LabelPDF, "other/label.pdf"); !errors.Is(err, blob.ErrNotFound) {
		t.Error(err)
	}
}

// TestLongLargestLabels checks that labels of the largest size stay within the limits of an inspection.
func TestLongLargestLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it, without the race detector, which needs more than the processor time allowed")
	}
	t.Parallel()
	const width, height = 2480, 3508 // A4 at 300 dpi
	colour := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range colour.Pix {
		colour.Pix[i] = byte(i / 4000 * (i%4 + 1)) // with transparency
	}
	grey := image.NewGray16(image.Rect(0, 0, width, height))
	for i := range grey.Pix {
		grey.Pix[i] = byte(i / 5000)
	}
	noise := make([]byte, shipment.MaxPartnerLabel-1000)
	_, _ = rand.Read(noise)
	blobs, _ := newFolder(t)
	k := partnerlabeltest.NewStore(t, blobs)
	for name, l := range map[string]shipment.PartnerLabel{
		"a picture in colour": {Format: shipment.LabelPNG, Content: encoded(t, colour)},
		"a picture in grey":   {Format: shipment.LabelPNG, Content: encoded(t, grey)},
		"a PDF": {Format: shipment.LabelPDF, Content: inspecttest.PDF("",
			"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]/Contents 4 0 R>>",
			inspecttest.Stream("/Filter/DCTDecode", string(noise)))},
	} {
		if _, err := k.Save(t.Context(), "acme", l); err != nil {
			t.Errorf("%s of %d bytes: %v", name, len(l.Content), err)
		}
	}
}

func encoded(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestPicturesOfPNG: they are stored beside the label.
func TestPicturesOfPNG(t *testing.T) {
	t.Parallel()
	testPictures(t, shipment.PartnerLabel{Format: shipment.LabelPNG, Content: inspecttest.Picture(40, 30)})
}

// TestLongPicturesOfPDF is long because PDFium starts slowly, most of all with the race detector.
func TestLongPicturesOfPDF(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	testPictures(t, goodLabel("WB1"))
}

// testPictures checks that the pictures of a label are made once.
func testPictures(t *testing.T, l shipment.PartnerLabel) {
	t.Helper()
	blobs, folder := newFolder(t)
	k := partnerlabeltest.NewStore(t, blobs)
	name, err := k.Save(t.Context(), "acme", l)
	if err != nil {
		t.Fatal(err)
	}
	made, err := k.Derived(t.Context(), pages.AsPictures, 300, "acme", l.Format, name)
	if err != nil || pages.Check(pages.AsPictures, made) != nil {
		t.Fatalf("%s: %v", l.Format, err)
	}
	if err := os.Remove(filepath.Join(folder, name)); err != nil { // it is not read again
		t.Fatal(err)
	}
	again, err := k.Derived(t.Context(), pages.AsPictures, 300, "acme", l.Format, name)
	if err != nil || !bytes.Equal(again, made) {
		t.Errorf("%s: again %d bytes of %d, %v", l.Format, len(again), len(made), err)
	}
	if _, err := k.Derived(t.Context(), pages.AsPictures, 203, "acme", l.Format, name); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("%s at another resolution: %v", l.Format, err)
	}
}

// TestLongDrawingOfCorpus draws every file that must be refused. Whatever comes out, the next label is drawn.
func TestLongDrawingOfCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	runner, err := sandbox.New(sandbox.DrawingLimits, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(runner.Close)
	for _, file := range inspecttest.Corpus() {
		if file.Format != string(shipment.LabelPDF) {
			continue
		}
		begin := time.Now()
		_, err := runner.Run(t.Context(), "mallory", "pdf at 203 dpi", file.Content)
		if _, refused := errors.AsType[*sandbox.RefusedError](err); err != nil && !refused {
			t.Errorf("%s: %v", file.Name, err)
		}
		t.Logf("%s: %v, %v", file.Name, time.Since(begin).Round(time.Millisecond), err)
		if _, err := runner.Run(t.Context(), "acme", "pdf at 203 dpi", goodLabel("WB1").Content); err != nil {
			t.Fatalf("after %s: %v", file.Name, err)
		}
	}
}
