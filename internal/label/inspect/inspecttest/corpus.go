package inspecttest

import (
	"bytes"
	_ "embed" // for files that a few lines cannot generate
	"fmt"
	"strings"
)

// File is a label that must be refused.
type File struct {
	Name    string
	Format  string // pdf or png
	Content []byte
	// Memory reports that only a limit of memory stops a reader of the file.
	Memory bool
}

//go:embed testdata/encrypted.pdf
var encrypted []byte // opens without a password

//go:embed testdata/password.pdf
var password []byte

// levels is the depth of shared references: to follow each of them takes 2^levels steps.
const levels = 60

// Corpus returns the files that must be refused.
func Corpus() []File {
	whole := Label("WB1", 1)
	files := []File{
		{Name: "half a file", Content: whole[:len(whole)/2]},
		{Name: "no PDF", Content: []byte("%PDF-1.7\nis all there is")},
		{Name: "encrypted", Content: encrypted},
		{Name: "with a password", Content: password},
		{Name: "no page", Content: PDF("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>")},
		{Name: "51 pages", Content: Label("WB1", 51)},
		{Name: "page tree: DAG", Content: PDF("", shared(2, "<</Type/Catalog/Pages 2 0 R>>",
			"<</Type/Pages/Count 2/Parent %[2]d 0 R/Kids[%[1]d 0 R %[1]d 0 R]>>", "<</Type/Page/MediaBox[0 0 9 9]>>")...)},
		{Name: "page tree: in a circle", Content: PDF("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[2 0 R]>>")},
		{Name: "page tree: deep", Content: deepTree(20_000)},
		{Name: "names: DAG", Content: onePage("/Names<</Dests 4 0 R>>", "", shared(4, "",
			"<</Limits[(a)(b)]/Kids[%[1]d 0 R %[1]d 0 R]>>", "<</Limits[(a)(b)]/Names[(a)[3 0 R/Fit](b)[3 0 R/Fit]]>>")[1:]...)},
		{Name: "structure tree: DAG", Content: onePage("/StructTreeRoot<</Type/StructTreeRoot/K 4 0 R>>", "", shared(4, "",
			"<</Type/StructElem/S/P/P 1 0 R/K[%[1]d 0 R %[1]d 0 R]>>", "<</Type/StructElem/S/P/P 1 0 R>>")[1:]...)},
		{Name: "functions: DAG", Content: onePage("", "/Resources<</ExtGState<</G<</TR 4 0 R>>>>>>", shared(4, "",
			"<</FunctionType 3/Domain[0 1]/Functions[%[1]d 0 R %[1]d 0 R]/Bounds[0.5]/Encode[0 1 0 1]>>",
			"<</FunctionType 2/Domain[0 1]/N 1>>")[1:]...)},
		{Name: "arrays: deep", Content: onePage("", "/Resources "+strings.Repeat("[", 500_000)+strings.Repeat("]", 500_000))},
		{Name: "many objects", Content: onePage("", "/Contents["+references(150_000)+"]")},
		{Name: "cross-references: 2 GB", Content: crossReferences(2 << 10), Memory: true},
		{
			Name:    "cross-references: announce 2 thousand million",
			Content: bytes.Replace(crossReferences(1), []byte("/Size 3/"), []byte("/Size 2000000000/"), 1),
		},
		{Name: "object stream: 2 GB", Content: objectStream(2 << 10), Memory: true},
		{Name: "object stream: 64 MB", Content: objectStream(64)},
		{Name: "contents: 2 GB", Content: onePage("", "/Contents 4 0 R", Stream("/Filter[/FlateDecode/FlateDecode]", twice(bomb("", 2<<10))))},
		{Name: "hidden layers", Content: onePage("/OCProperties<</OCGs[4 0 R]/D<</Order[]/OFF[4 0 R]>>>>", "", "<</Type/OCG/Name(copy)>>")},
	}
	for i := range files {
		files[i].Format = "pdf"
	}
	return append(files, pictures()...)
}

// shared returns a chain of objects, numbered from first, each of which refers to the next one twice. before
// is the object in front of the chain, node a format in which %[1]d is the number of the next object and
// %[2]d that of the last one, and last is the end of the chain.
func shared(first int, before, node, last string) []string {
	objects := []string{before}
	for i := range levels {
		objects = append(objects, fmt.Sprintf(node, first+i+1, first+i-1))
	}
	return append(objects, last)
}

// onePage returns a file of one page, which is object 3, with entries of the catalog and of the page, and further objects from
// number 4 on.
func onePage(catalog, page string, objects ...string) []byte {
	return PDF("", append([]string{
		"<</Type/Catalog/Pages 2 0 R" + catalog + ">>",
		"<</Type/Pages/Count 1/Kids[3 0 R]>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]" + page + ">>",
	}, objects...)...)
}

// deepTree returns a file whose page is below depth nodes.
func deepTree(depth int) []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>"}
	for i := range depth {
		objects = append(objects, fmt.Sprintf("<</Type/Pages/Count 1/Kids[%d 0 R]>>", i+3))
	}
	return PDF("", append(objects, "<</Type/Page/MediaBox[0 0 9 9]>>")...)
}

// references lists references to missing objects.
func references(n int) string {
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "%d 0 R ", i+10)
	}
	return list.String()
}

// crossReferences returns a file whose cross-reference stream decompresses to so many megabytes.
func crossReferences(megabytes int) []byte {
	var file bytes.Buffer
	file.WriteString("%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n")
	start := file.Len()
	stream := Stream("/Type/XRef/Size 3/W[1 3 1]/Root 1 0 R/Filter[/FlateDecode/FlateDecode]", twice(bomb("", megabytes)))
	fmt.Fprintf(&file, "2 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", stream, start)
	return file.Bytes()
}

// objectStream returns a file whose page tree is in an object stream that decompresses to so many megabytes.
func objectStream(megabytes int) []byte {
	var file, references bytes.Buffer
	object := func(number int, text string) {
		references.Write([]byte{1, byte(file.Len() >> 16), byte(file.Len() >> 8), byte(file.Len()), 0})
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", number, text)
	}
	file.WriteString("%PDF-1.7\n")
	references.Write(make([]byte, 5))
	object(1, "<</Type/Catalog/Pages 2 0 R>>")
	references.Write([]byte{2, 0, 0, 4, 0})
	object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>>>")
	objects := bomb("2 0 <</Type/Pages/Count 1/Kids[3 0 R]>>", megabytes)
	object(4, Stream("/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]", twice(objects)))
	start := file.Len()
	fmt.Fprintf(&file, "5 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n",
		Stream("/Type/XRef/Size 6/W[1 3 1]/Root 1 0 R", references.String()), start)
	return file.Bytes()
}

// Encrypted returns a label that opens without a password.
func Encrypted() []byte { return encrypted }
