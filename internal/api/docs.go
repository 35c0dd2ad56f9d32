package api

import (
	"compress/gzip"
	"context"
	"embed"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"

	swaggerui "github.com/swaggest/swgui/v5/static"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/guides"
	"waybill/internal/shipment"
)

// openAPIDocument makes the OpenAPI document of the route table.
func (a *API) openAPIDocument() []byte { return openapi.Document(a.describedRoutes(), a.described()) }

// queries are the parameters that Waybill's own operations have.
func (a *API) queries() map[string][]string { return openapi.Queries(a.describedRoutes()) }

func (a *API) describedRoutes() []openapi.Route {
	return each.Of(a.routes(), func(r shell.Route) openapi.Route {
		// Clients of the original interface, and partners, may send parameters of their own.
		r.Own = r.Allow != shipment.Anyone && !shell.IsOriginal(r.Operation) && r.Operation != "report_tracking"
		return r.Route
	})
}

func (a *API) serveOpenAPI(context.Context, *http.Request) (shell.Response, error) {
	return shell.Response{Status: http.StatusOK, Body: a.openAPI()}, nil
}

// docsPage is the page of the OpenAPI document, around the script and the style of Swagger UI.
//
//go:embed docs
var docsPage embed.FS

// docsPolicy lets the page load from this server only, and run nothing inline. The style sheet of Swagger
// UI has images as data.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docsAssets are the files that the page loads. Those of Swagger UI are stored compressed. Its module
// has more files, which the page does not need.
var docsAssets = map[string]struct {
	files       fs.FS
	file        string
	contentType string
}{
	"api":                  {docsPage, "docs/index.html", "text/html; charset=utf-8"},
	"api.css":              {docsPage, "docs/api.css", "text/css; charset=utf-8"},
	"start.js":             {docsPage, "docs/start.js", "text/javascript; charset=utf-8"},
	"swagger-ui.css":       {swaggerui.FS, "swagger-ui.css.gz", "text/css; charset=utf-8"},
	"swagger-ui-bundle.js": {swaggerui.FS, "swagger-ui-bundle.js.gz", "text/javascript; charset=utf-8"},
	"guides.css":           {guides.Style, "guides.css", "text/css; charset=utf-8"},
	"favicon-32x32.png":    {swaggerui.FS, "favicon-32x32.png", "image/png"},
}

// serveDocs serves the guides at /docs, and among them the page of the OpenAPI document with its assets. Files are decompressed
// only for browsers that need it.
func (a *API) serveDocs(w http.ResponseWriter, r *http.Request) {
	name := strings.Trim(strings.TrimPrefix(r.URL.Path, "/docs"), "/") // or llms.txt
	asset, ok := docsAssets[name]
	if !ok {
		if a.guides.Serve(w, r, name, a.base(r)) {
			return
		}
		a.Respond(w, r, shell.Response{}, shell.ErrNotFound)
		return
	}
	file, err := asset.files.Open(asset.file)
	if err != nil {
		panic(err) // it is embedded
	}
	defer file.Close()
	maps.Copy(w.Header(), http.Header{
		"Content-Type": {asset.contentType}, "Content-Security-Policy": {docsPolicy}, "X-Content-Type-Options": {"nosniff"},
		"Referrer-Policy": {"no-referrer"}, "Cache-Control": {"public, max-age=3600"},
	})
	serveStored(w, r, file, path.Ext(asset.file) == ".gz")
}

// serveHome shows the home page to browsers. For other clients / is an unknown path.
func (a *API) serveHome(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		a.Respond(w, r, shell.Response{}, shell.ErrNotFound)
		return
	}
	a.Home.ServeHTTP(w, r)
}

// serveStored sends a file, compressed if it is stored compressed and the browser accepts that.
func serveStored(w http.ResponseWriter, r *http.Request, file io.Reader, compressed bool) {
	if compressed {
		w.Header().Add("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
		} else {
			plain, err := gzip.NewReader(file)
			if err != nil {
				panic(err) // it is embedded
			}
			file = plain
		}
	}
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, file) // a browser that has disconnected is not an error of the server
	}
}
