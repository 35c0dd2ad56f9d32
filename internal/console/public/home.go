package public

import "net/http"

// HomePage leads people to the documentation of the API and to the search for a parcel.
type HomePage struct{ page page }

// NewHomePage returns the page.
func NewHomePage() *HomePage { return &HomePage{newPage("home.html")} }

// ServeHTTP implements http.Handler.
func (p *HomePage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, _ := p.page.frame(r)
	p.page.write(w, http.StatusOK, f.Tag, f)
}
