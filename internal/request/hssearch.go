package request

// hsCodes is how many HS codes a search returns unless a request says another number.
const hsCodes = 20

// HSSearch is a search of HS codes.
type HSSearch struct {
	Text  string
	Limit int64
}

// HSSearchQuery has the parameters of a search of HS codes.
var HSSearchQuery = Query[HSSearch]{absent: HSSearch{Limit: hsCodes}, table: tableOf[HSSearch]("search_hs_codes")}
