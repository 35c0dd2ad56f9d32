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
// pages with a signature have, and static/grid, which pages with a grid have, in the order of their names.
func newAssets() assets {
	const styles, script, picture = "text/css; charset=utf-8", "text/javascript; charset=utf-8", "image/svg+xml"
	icons, mark := newAsset("icons.svg", picture, joined("static/icons/*.svg")), newAsset("mark.svg", picture, joined("static/mark/*.svg"))
	classes, numbers := iconStyles(icons.Content)
	pictures := fmt.Sprintf(":root{--icons:url(%s);--mark:url(%s)}%s", icons.Path, mark.Path, classes)
	return assets{
		"icons.svg": icons, "mark.svg": mark, "mark.png": newAsset("mark.png", "image/png", joined("static/mark/*.png")),
		"console.css": newAsset("console.css", styles, []byte(numbers.Replace(dense(joined("static/css/*.css")))+pictures)),
		"console.js":  newAsset("console.js", script, joined("static/js/*.js")),
		"grid.js":     newAsset("grid.js", script, joined("static/grid/*.js")),
		"desk.css":    newAsset("desk.css", styles, []byte(numbers.Replace(dense(joined("static/scan/*.css"))))),
		"scan.js":     newAsset("scan.js", script, joined("static/scan/*.js")),
		"sign.js":     newAsset("sign.js", script, joined("static/sign/*.js")),
	}
}

// iconID finds the icons in the file of all of them, in their order from above.
var iconID = regexp.MustCompile(`<g id="([a-z0-9-]+)"`)

// iconStyles returns the classes of icons, such as i-house, by which styles show their part of the file, and what replaces a name in
// styles, such as icon(house), by the number of the icon.
func iconStyles(icons []byte) (classes string, numbers *strings.Replacer) {
	var pairs []string
	for i, found := range iconID.FindAllSubmatch(icons, -1) {
		name, number := string(found[1]), strconv.Itoa(i)
		classes += ".i-" + name + "{--i:" + number + "}"
		pairs = append(pairs, "icon("+name+")", number)
	}
	return classes, strings.NewReplacer(pairs...)
}

var (
	indentation = regexp.MustCompile(`(?m)^[ \t]+|\n`)
	blanks      = strings.NewReplacer("; }", "}", "; ", ";", ": ", ":", " { ", "{", " {", "{", ", ", ",", ";}", "}", " }", "}")
)

// dense takes the white space out of styles that has no meaning.
func dense(styles []byte) string {
	return blanks.Replace(indentation.ReplaceAllString(string(styles), ""))
}

// joined returns the files of a pattern.
func joined(pattern string) []byte {
	files, err := fs.Glob(staticFiles, pattern)
	if err != nil {
		panic(err) // the pattern is wrong
	}
	var content []byte
	for _, file := range files {
		text, err := staticFiles.ReadFile(file)
		if err != nil {
			panic(err) // it is embedded
		}
		content = append(content, text...)
	}
	return content
}

func newAsset(name, mediaType string, content []byte) asset {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write(content) // a buffer has no errors
	_ = z.Close()
	sum := sha256.Sum256(content)
	return asset{
		Path: fmt.Sprintf("/console/static/%s/%s", hex.EncodeToString(sum[:8]), name), mediaType: mediaType,
		Content: content, zipped: zipped.Bytes(),
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
