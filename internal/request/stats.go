package request

import "net/url"

// The numbers of days whose orders are counted: at most, and unless a request says another one.
const (
	MaxStatsDays = 31
	statsDays    = 7
)

var statsTable = newTable(
	bind(field("days", optional, Type{Name: TypeInteger, Min: 1, Max: MaxStatsDays}, "Number of days in UTC, with today. Default 7."),
		readInteger, func(days *int64) *int64 { return days }),
)

// StatsFields are the parameters of counts of orders.
func StatsFields() []Field { return statsTable.fields() }

// ReadStats reads the number of days whose orders are counted.
func ReadStats(query url.Values) (days int, _ Problems) {
	read := int64(statsDays)
	problems := statsTable.read(queryValues(query), &read)
	return int(read), problems
}
