package request

// The numbers of days whose orders are counted: at most, and unless a request says another one.
const (
	MaxStatsDays = 31
	statsDays    = 7
)

// StatsQuery has the number of days whose orders are counted.
var StatsQuery = Query[int]{absent: statsDays, table: tableOf[int]("stats")}
