package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

//go:embed static
var staticFiles embed.FS

// asset is a file that pages load.
type asset struct {
	Path, mediaType string
	Content, zipped []byte
}

// assets are the assets by name.
type assets map[string]asset

// newAssets joins the files of static/css, static/js, static/scan, which pages of accounts have, static/scale, which benches with a scale
// have, static/find, which pages where one finds anything have, static/home, which homes of accounts have, static/form, which the form of
// a new order has, static/sign, which pages with a signature have, and static/grid, which pages with a grid have, in the order of their
// names.
var newAssets = sync.OnceValue(func() assets {
	return assets{
		"icons.svg":   newAsset("icons.svg", "image/svg+xml", "static/icons/*.svg"),
		"mark.svg":    newAsset("mark.svg", "image/svg+xml", "static/mark/*.svg"),
		"mark.png":    newAsset("mark.png", "image/png", "static/mark/*.png"),
		"console.css": newAsset("console.css", "text/css; charset=utf-8", "static/css/*.css"),
		"console.js":  newAsset("console.js", "text/javascript; charset=utf-8", "static/js/*.js"),
		"find.js":     newAsset("find.js", "text/javascript; charset=utf-8", "static/find/*.js"),
		"form.css":    newAsset("form.css", "text/css; charset=utf-8", "static/form/*.css"),
		"form.js":     newAsset("form.js", "text/javascript; charset=utf-8", "static/form/*.js"),
		"grid.js":     newAsset("grid.js", "text/javascript; charset=utf-8", "static/grid/*.js"),
		"home.css":    newAsset("home.css", "text/css; charset=utf-8", "static/home/*.css"),
		"desk.css":    newAsset("desk.css", "text/css; charset=utf-8", "static/scan/*.css"),
		"scan.js":     newAsset("scan.js", "text/javascript; charset=utf-8", "static/scan/*.js"),
		"scale.js":    newAsset("scale.js", "text/javascript; charset=utf-8", "static/scale/*.js"),
		"sign.js":     newAsset("sign.js", "text/javascript; charset=utf-8", "static/sign/*.js"),
	}
})

// indentation and dense take the white space out of styles that has no meaning.
var (
	indentation = regexp.MustCompile(`(?m)^[ \t]+|\n`)
	dense       = strings.NewReplacer("; }", "}", "; ", ";", ": ", ":", " { ", "{", " {", "{", ", ", ",", ";}", "}", " }", "}")
)

func newAsset(name, mediaType, pattern string) asset {
	files, err := fs.Glob(staticFiles, pattern)
	if err != nil {
		panic(err) // the pattern is wrong
	}
	var content bytes.Buffer
	var names *strings.Replacer
	if strings.HasSuffix(name, ".css") {
		names = pictures()
	}
	for _, file := range files {
		text, err := staticFiles.ReadFile(file)
		if err != nil {
			panic(err) // it is embedded
		}
		if names != nil {
			text = []byte(names.Replace(dense.Replace(indentation.ReplaceAllString(string(text), ""))))
		}
		content.Write(text)
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write(content.Bytes()) // a buffer has no errors
	_ = z.Close()
	sum := sha256.Sum256(content.Bytes())
	return asset{
		Path: fmt.Sprintf("/console/static/%s/%s", hex.EncodeToString(sum[:8]), name), mediaType: mediaType,
		Content: content.Bytes(), zipped: zipped.Bytes(),
	}
}

// iconID finds the icons in the file of all of them, in their order from above.
var iconID = regexp.MustCompile(`<g id="([a-z0-9-]+)"`)

// pictures replaces in styles the name of an icon, such as icon(truck), by its number, the names of pictures by their paths, and @icons; by
// a class for each icon, such as i-truck.
func pictures() *strings.Replacer {
	icons, mark := newAsset("icons.svg", "", "static/icons/*.svg"), newAsset("mark.svg", "", "static/mark/*.svg")
	var classes strings.Builder
	pairs := []string{"url(icons.svg)", "url(" + icons.Path + ")", "url(mark.svg)", "url(" + mark.Path + ")"}
	for i, found := range iconID.FindAllSubmatch(icons.Content, -1) {
		name, number := string(found[1]), strconv.Itoa(i)
		classes.WriteString(".i-" + name + "{--i:" + number + "}")
		pairs = append(pairs, "icon("+name+")", number)
	}
	return strings.NewReplacer(append(pairs, "@icons;", classes.String())...)
}

// ServeHTTP serves an asset, for ever if its hash is that of the path. During an upgrade a page of another version
// gets this version's for once.
func (a assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, ok := a[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	header, body := w.Header(), found.Content
	header.Set("Content-Type", found.mediaType)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-store")
	if r.URL.Path == found.Path {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		body = found.zipped
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body) // net/http drops that of HEAD; a client that has gone away is not an error
}
