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

// newAssets joins the files of static/css, static/js, static/scan, which pages of accounts have, static/sign, which
// pages with a signature have, static/grid, which pages with a grid have, and static/form, which the form of a new order has, in the order
// of their names.
func newAssets() assets {
	return assets{
		"console.css": newAsset("console.css", "text/css; charset=utf-8", "static/css/*.css"),
		"console.js":  newAsset("console.js", "text/javascript; charset=utf-8", "static/js/*.js"),
		"form.css":    newAsset("form.css", "text/css; charset=utf-8", "static/form/*.css"),
		"form.js":     newAsset("form.js", "text/javascript; charset=utf-8", "static/form/*.js"),
		"grid.js":     newAsset("grid.js", "text/javascript; charset=utf-8", "static/grid/*.js"),
		"desk.css":    newAsset("desk.css", "text/css; charset=utf-8", "static/scan/*.css"),
		"scan.js":     newAsset("scan.js", "text/javascript; charset=utf-8", "static/scan/*.js"),
		"sign.js":     newAsset("sign.js", "text/javascript; charset=utf-8", "static/sign/*.js"),
	}
}

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
	for _, file := range files {
		text, err := staticFiles.ReadFile(file)
		if err != nil {
			panic(err) // it is embedded
		}
		if strings.HasSuffix(name, ".css") {
			text = []byte(dense.Replace(indentation.ReplaceAllString(string(text), "")))
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
