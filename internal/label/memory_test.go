package label

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
	"weak"

	"waybill/internal/label/canvas"
	"waybill/internal/label/fonts"
)

func everyOption() []Options {
	var all []Options
	for _, document := range documents {
		for _, format := range []Format{PDF, PNG, ZPL} {
			for _, dpi := range []int{203, 300, 600} {
				for _, sheet := range papers {
					all = append(all, Options{Document: document, Format: format, DPI: dpi, Size: sheet.size})
				}
			}
		}
	}
	return all
}

// The memory of a document of many pages in addition to its file, in bytes, as measured with the longest
// orders. Documents of one page, their files included, take 7 MB.
const (
	orderMemory  = 2 << 20 // the order, with 200 items of four texts of 255 characters, laid out
	shaperMemory = 4 << 20
	dotsMemory   = 8 << 20 // rasterised glyphs and compressors, without the page
	pdfMemory    = 9 << 20 // font subsets, one of them compressed, and a compressor
)

// maxMemory returns the most memory that Print holds at a time while it writes the document of one order to a
// File of MaxFile, in bytes, that file included. It returns 0 for options that Check refuses.
func (o Options) maxMemory() int {
	o, _, err := o.withDefaults()
	if err != nil {
		return 0
	}
	if !o.Document.HasManyPages() {
		return LabelMemory
	}
	memory := orderMemory + shaperMemory + o.MaxFile()
	if o.Format == PDF {
		return memory + pdfMemory
	}
	perMM := canvas.DotsPerMM(o.DPI) // of an A4 page: an invoice may be behind a CN 23
	return memory + dotsMemory + int(math.Ceil(a4Width*perMM+8)*math.Ceil(a4Height*perMM+8))/8
}

func TestMemoryIsBounded(t *testing.T) {
	for _, o := range everyOption() {
		if most := o.maxMemory(); most < o.MaxFile() || most > DocumentMemory {
			t.Errorf("%+v may hold %d bytes, want %d at most", o, most, DocumentMemory)
		}
	}
	if (Options{Format: "jpeg"}).maxMemory() != 0 {
		t.Error("an unknown format has a memory")
	}
}

// TestADeclarationOfManyPagesIsDrawnPageByPage checks that not all pages are in memory: their dots are 19 MB.
func TestADeclarationOfManyPagesIsDrawnPageByPage(t *testing.T) {
	s := longest(specimenRows()[0])
	p := NewPrinter()
	if _, err := p.Print(&File{}, s, Options{}); err != nil {
		t.Fatal(err)
	}
	held := checkMemory(t, p, s, Options{Document: CN23, Format: PNG, DPI: 300})
	if held > 12<<20 {
		t.Errorf("%d kB are held", held>>10)
	}
}

// TestLongMemory prints the longest orders of some scripts, and one in which no Han character comes twice, so
// that no cache helps.
func TestLongMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	p := NewPrinter()
	if _, err := p.Print(&File{}, longestSpecimen, Options{Document: CN23}); err != nil {
		t.Fatal(err)
	}
	for _, document := range []Document{Parcel, CN23, Invoice} {
		for _, format := range []Format{PDF, PNG, ZPL} {
			o := Options{Document: document, Format: format, DPI: 600, Size: SizeA4}
			for i, row := range specimenRows() {
				if i%8 == 0 {
					t.Run(fmt.Sprint(document, "/", format, "/", row[0]), func(t *testing.T) { checkMemory(t, p, longest(row), o) })
				}
			}
			t.Run(fmt.Sprint(document, "/", format, "/every Han"), func(t *testing.T) { checkMemory(t, p, everyHan(), o) })
		}
	}
}

// everyHan returns an order with the longest texts, made of all Han characters in turn.
func everyHan() Shipment {
	next := rune(0x4E00)
	han := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteRune(next)
			if next++; next > 0x9FA5 {
				next = 0x4E00
			}
		}
		return b.String()
	}
	s := longest(specimenRows()[0])
	for i := range s.Order.Items {
		item := &s.Order.Items[i]
		item.Desc, item.Category, item.SKU, item.ProductID = han(255), han(255), han(255), han(255)
	}
	return s
}

// checkMemory prints a document and compares its memory and size with maxMemory and MaxFile. The fonts are
// parsed before; their cached glyphs may grow meanwhile.
func checkMemory(t *testing.T, p *Printer, s Shipment, o Options) (held int) {
	t.Helper()
	file := File{Limit: o.MaxFile()}
	held = peak(func() {
		if _, err := p.Print(&file, s, o); err != nil {
			t.Error(err)
		}
	})
	runtime.KeepAlive(p)
	if most := o.maxMemory() + fonts.MaxKept; held > most {
		t.Errorf("%s as %s holds %d kB, want %d kB at most", o.Document, o.Format, held>>10, most>>10)
	}
	t.Logf("%s as %s: a file of %d kB, at most %d kB held", o.Document, o.Format, file.Len()>>10, held>>10)
	return held
}

// longestSpecimen is an order with texts in every script.
var longestSpecimen = func() Shipment {
	rows := specimenRows()
	s := longest(rows[0])
	for i := range s.Order.Items {
		s.Order.Items[i].Desc = rows[i%len(rows)][3]
	}
	return s
}()

// peak returns the growth of the live heap while work runs. The collector measures it at the end of each
// cycle, and a cycle runs whenever the heap grows by a twentieth.
func peak(work func()) int {
	runtime.GC()
	runtime.GC() // pools are only empty after the second one
	before := liveHeap()
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	w := &heapWatch{}
	w.await()
	work()
	w.over.Store(true)
	return int(w.most.Load()) - before
}

// heapWatch records the largest live heap after the cycles of the collector.
type heapWatch struct {
	most atomic.Int64
	over atomic.Bool
}

// await makes the next cycle find an unreachable object, whose finalizer measures the heap.
func (w *heapWatch) await() {
	runtime.SetFinalizer(&struct{ w *heapWatch }{w}, func(*struct{ w *heapWatch }) {
		if w.over.Load() {
			return
		}
		if live := int64(liveHeap()); live > w.most.Load() {
			w.most.Store(live)
		}
		w.await()
	})
}

func liveHeap() int {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}

// TestAPrinterKeepsNoFile checks that the caches of a worker do not hold the last file.
func TestAPrinterKeepsNoFile(t *testing.T) {
	p := NewPrinter()
	for _, format := range []Format{PDF, PNG, ZPL} {
		file := weak.Make(printFile(t, p, format))
		runtime.GC() // after the first cycle a pool is still filled
		if file.Value() != nil {
			t.Errorf("the %s is held", format)
		}
	}
	runtime.KeepAlive(p)
}

func printFile(t *testing.T, p *Printer, format Format) *File {
	t.Helper()
	file := &File{}
	if _, err := p.Print(file, longestSpecimen, Options{Format: format}); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAFileHasItsLimit(t *testing.T) {
	for _, format := range []Format{PDF, PNG, ZPL} {
		file := File{Limit: 1000}
		_, err := SharedPrinter.Print(&file, longestSpecimen, Options{Format: format})
		if !errors.Is(err, ErrTooLarge) || file.Len() > 1000 {
			t.Errorf("%s: %d bytes, %v", format, file.Len(), err)
		}
	}
}
