package label

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// pictureDPI is how large a courier's picture is printed: label printers have 203 dots an
// inch, and a picture of 4 × 6 inches 812 × 1218.
const pictureDPI = 203

// withoutFolder keeps the library that reads and joins couriers' files from making a folder
// for its settings in the home of who runs the server. It writes to a global of the
// library, so it runs once.
var withoutFolder = sync.OnceFunc(api.DisableConfigDir)

// pdfSettings are those of the library that reads and joins couriers' files.
func pdfSettings() *model.Configuration {
	withoutFolder()
	return model.NewDefaultConfiguration()
}

// What a courier's file may unfold to when it is read: a stream's bytes, and objects. Of
// cross-references the library decodes 512 MiB all the same.
const (
	maxUnfolded = 32 << 20
	maxObjects  = 100_000
)

// CheckPDF returns why a courier's file cannot be joined with others, nil if it can.
func CheckPDF(file []byte) error {
	strict := pdfSettings()
	strict.Limits.MaxDecodeBytes = maxUnfolded
	strict.Limits.MaxObjectCount, strict.Limits.MaxXRefEntries = maxObjects, maxObjects
	return guarded("read a courier's PDF", func() error {
		_, err := api.ReadAndValidate(bytes.NewReader(file), strict)
		return err
	})
}

// JoinPDF writes the pages of files, of which there is one at least, into one file, in
// their order. Each must have passed CheckPDF or come from a Printer.
func JoinPDF(w io.Writer, files [][]byte) error {
	readers := make([]io.ReadSeeker, len(files))
	for i, file := range files {
		readers[i] = bytes.NewReader(file)
	}
	return guarded("join PDF files", func() error { return api.MergeRaw(readers, w, false, pdfSettings()) })
}

// PageOf is a PDF of one page that is as large as a courier's PNG is at 203 dpi.
func PageOf(picture []byte) ([]byte, error) {
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("read a courier's picture: %w", err)
	}
	place := pdfcpu.DefaultImportConfig()
	place.PageDim = &types.Dim{Width: points(size.Width), Height: points(size.Height)}
	place.UserDim, place.Pos, place.Scale = true, types.Center, 1
	var page bytes.Buffer
	err = guarded("make a page of a courier's picture", func() error {
		return api.ImportImages(nil, &page, []io.Reader{bytes.NewReader(picture)}, place, pdfSettings())
	})
	return page.Bytes(), err
}

// guarded wraps the error of work with what was being done. A panic becomes one, too: the
// library has them on damaged files, and nobody else catches those of a goroutine.
func guarded(doing string, work func() error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("the library panicked: %v", panicked)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", doing, err)
		}
	}()
	return work()
}

// points is how many points of PDF, 72 an inch, the dots of a picture are.
func points(dots int) float64 { return float64(dots) / pictureDPI * 72 }
