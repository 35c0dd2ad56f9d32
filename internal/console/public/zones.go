package public

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // for systems that have no time zones

	"waybill/internal/shipment"
)

// zonesTSV lists the time zones of each country: the table zone.tab of the IANA time zone database, which is
// in the public domain, without Asia/Urumqi, which is not an official time.
//
//go:embed zones.tsv
var zonesTSV string

// mainZones are the time zones of countries with several, where most people of the country live.
var mainZones = map[shipment.Country]string{
	"BR": "America/Sao_Paulo",
	"CL": "America/Santiago",
	"EC": "America/Guayaquil",
	"ES": "Europe/Madrid",
	"ID": "Asia/Jakarta",
	"MX": "America/Mexico_City",
	"NZ": "Pacific/Auckland",
	"PT": "Europe/Lisbon",
}

var zonesByCountry = sync.OnceValue(func() map[shipment.Country][]*time.Location {
	zones := map[shipment.Country][]*time.Location{}
	for line := range strings.Lines(zonesTSV) {
		country, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		zone, err := time.LoadLocation(name)
		if err != nil {
			panic(err) // it is embedded
		}
		zones[shipment.Country(country)] = append(zones[shipment.Country(country)], zone)
	}
	return zones
})

// localTime returns a time in the zone of a place: the one that is named after a city in the place, the main zone
// of its country, or its only offset at that time. Otherwise it returns it in UTC. The reader sees which it is.
func localTime(t time.Time, place string, c shipment.Country) time.Time {
	zones := zonesByCountry()[c]
	for _, zone := range zones {
		city := strings.ReplaceAll(path.Base(zone.String()), "_", " ")
		if strings.Contains(strings.ToLower(place), strings.ToLower(city)) {
			return t.In(zone)
		}
	}
	offsets := map[int]bool{}
	local := t.UTC()
	for _, zone := range zones {
		if zone.String() == mainZones[c] {
			return t.In(zone)
		}
		local = t.In(zone)
		_, seconds := local.Zone()
		offsets[seconds] = true
	}
	if len(offsets) > 1 {
		return t.UTC()
	}
	return local
}

// offset returns how far the zone of a time is from UTC, like UTC+5:30.
func offset(t time.Time) string {
	_, seconds := t.Zone()
	if seconds == 0 {
		return "UTC"
	}
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	hours, minutes := seconds/3600, seconds/60%60
	if minutes == 0 {
		return fmt.Sprintf("UTC%s%d", sign, hours)
	}
	return fmt.Sprintf("UTC%s%d:%02d", sign, hours, minutes)
}
