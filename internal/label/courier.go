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

// CheckPDF returns why a courier's file cannot be joined with others, nil if it can.
func CheckPDF(file []byte) error {
	if _, err := api.ReadAndValidate(bytes.NewReader(file), pdfSettings()); err != nil {
		return fmt.Errorf("read a courier's PDF: %w", err)
	}
	return nil
}

// JoinPDF writes the pages of files, of which there is one at least, into one file, in
// their order. Each must have passed CheckPDF or come from a Printer.
func JoinPDF(w io.Writer, files [][]byte) error {
	readers := make([]io.ReadSeeker, len(files))
	for i, file := range files {
		readers[i] = bytes.NewReader(file)
	}
	if err := api.MergeRaw(readers, w, false, pdfSettings()); err != nil {
		return fmt.Errorf("join PDF files: %w", err)
	}
	return nil
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
	if err := api.ImportImages(nil, &page, []io.Reader{bytes.NewReader(picture)}, place, pdfSettings()); err != nil {
		return nil, fmt.Errorf("make a page of a courier's picture: %w", err)
	}
	return page.Bytes(), nil
}

// points is how many points of PDF, 72 an inch, the dots of a picture are.
func points(dots int) float64 { return float64(dots) / pictureDPI * 72 }
