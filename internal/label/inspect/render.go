package inspect

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"waybill/internal/label/pages"
)

const (
	// wasmPages limits the memory of PDFium, 64 KiB each.
	wasmPages = 1024
	// maxRendered is the most dots that PDFium draws at once, with four bytes each: A4 at 203 dpi.
	maxRendered = 4_000_000
	// maxRenderDPI is the resolution at which pages for finer printers are drawn: each dot becomes several.
	maxRenderDPI = 300

	pointsPerInch = 72
)

// renderer returns PDFium. To compile it takes two seconds of processor time, so a process does it once. A process that
// may not make memory executable, such as one of the unit of systemd, interprets it: it starts in half a second, and
// draws thirty times as slowly.
var renderer = sync.OnceValues(func() (pdfium.Pdfium, error) {
	r, err := startPDFium(wazero.NewRuntimeConfig())
	if err != nil {
		r, err = startPDFium(wazero.NewRuntimeConfigInterpreter())
	}
	return r, err
})

// startPDFium starts PDFium without files. It returns an error if the runtime panics.
func startPDFium(c wazero.RuntimeConfig) (r pdfium.Pdfium, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("the runtime of PDFium panicked: %v", panicked)
		}
	}()
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle: 1, MaxIdle: 1, MaxTotal: 1,
		FSConfig:      wazero.NewFSConfig(),
		RuntimeConfig: c.WithMemoryLimitPages(wasmPages),
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, err
	}
	return pool.GetInstance(time.Minute)
}

// PDFAsDots returns a task that makes encoded pictures of the pages of a PDF at a printer's resolution. One such task
// may run at a time.
func PDFAsDots(dpi int) func(file []byte) ([]byte, error) {
	return func(file []byte) ([]byte, error) {
		r, err := renderer()
		if err != nil {
			return nil, fmt.Errorf("start PDFium: %w", err)
		}
		opened, err := r.OpenDocument(&requests.OpenDocument{File: &file})
		if err != nil {
			return nil, fmt.Errorf("it cannot be read as PDF: %w", err)
		}
		defer func() { // the result is complete
			_, _ = r.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: opened.Document})
		}()
		count, err := r.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: opened.Document})
		if err != nil {
			return nil, fmt.Errorf("its pages cannot be counted: %w", err)
		}
		if count.PageCount > pages.MaxPages {
			return nil, fmt.Errorf("%d pages: at most %d", count.PageCount, pages.MaxPages)
		}
		var pictures []pages.Picture
		for i := range count.PageCount {
			picture, err := renderPage(r, requests.Page{ByIndex: &requests.PageByIndex{Document: opened.Document, Index: i}}, dpi)
			if err != nil {
				return nil, fmt.Errorf("page %d: %w", i+1, err)
			}
			pictures = append(pictures, picture)
		}
		return pages.EncodePictures(pictures)
	}
}

// renderPage draws a page.
func renderPage(r pdfium.Pdfium, page requests.Page, dpi int) (pages.Picture, error) {
	size, err := r.GetPageSize(&requests.GetPageSize{Page: page})
	if err != nil {
		return pages.Picture{}, fmt.Errorf("its size: %w", err)
	}
	drawn := min(dpi, maxRenderDPI)
	width, height := size.Width*float64(drawn)/pointsPerInch, size.Height*float64(drawn)/pointsPerInch
	if width*height > maxRendered {
		return pages.Picture{}, fmt.Errorf("%.0f × %.0f dots: at most %d", width, height, maxRendered)
	}
	rendered, err := r.RenderPageInDPI(&requests.RenderPageInDPI{
		DPI: drawn, Page: page, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT | enums.FPDF_RENDER_FLAG_PRINTING,
	})
	if err != nil {
		return pages.Picture{}, fmt.Errorf("draw it: %w", err)
	}
	defer rendered.Cleanup()
	return asDots(rendered.Result.Image, dpi, drawn)
}
