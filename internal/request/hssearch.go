package request

// The numbers of HS codes that a search returns: at most, and unless a request says another one.
const (
	maxHSCodes = 50
	hsCodes    = 20
)

// HSSearch is a search of HS codes.
type HSSearch struct {
	Text  string
	Limit int64
}

// HSSearchQuery has the parameters of a search of HS codes.
var HSSearchQuery = Query[HSSearch]{absent: HSSearch{Limit: hsCodes}, table: newTable(
	text("q", required, 100, "Words of a description in English, or the first digits of a code. All of them must fit.",
		func(s *HSSearch) *string { return &s.Text }),
	bind(field("limit", optional, Type{Name: TypeInteger, Min: 1, Max: maxHSCodes}, "How many codes at most. Default 20."),
		readInteger, func(s *HSSearch) *int64 { return &s.Limit }),
)}
