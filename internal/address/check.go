package address

import "waybill/internal/request"

// Address is the address of a consignee or of a pickup, as somebody wrote it. Absent fields are "".
type Address struct {
	Name, Number, Email, Country, Address, Postal, State, City, Province string
}

// Of is the address of a request.
func Of(sent request.SentAddress) Address {
	return Address{
		Name: sent["name"].Text, Number: sent["number"].Text, Email: sent["email"].Text, Country: sent["country"].Text,
		Address: sent["address"].Text, Postal: sent["postal"].Text, State: sent["state"].Text, City: sent["city"].Text,
		Province: sent["province"].Text,
	}
}

// Result says what came of checking a field.
type Result string

// The results.
const (
	Unchanged Result = "unchanged" // nothing speaks against it
	Suggested Result = "suggested" // another spelling is better
	Doubtful  Result = "doubtful"  // it is wrong or missing; a suggestion is a guess
)

// Finding is the result of checking a field.
type Finding struct {
	Field     string // name, number, email, country, address, postal, state, city or province
	Sent      string
	Suggested string // what to send; that which was sent if the result is Unchanged; see HasSuggestion
	Result    Result
	Reason    string // why, in English; "" if the result is Unchanged
}

// HasSuggestion reports whether Suggested is what to send. If it is "" then, the field should be left out.
func (f Finding) HasSuggestion() bool { return f.Suggested != "" || f.Result != Doubtful }

// Fields are the fields of an address, in the order in which they are checked.
func Fields() []string {
	return []string{"name", "number", "email", "country", "address", "postal", "state", "city", "province"}
}

// Check returns a finding for each field that is not empty, in the order of Fields, and for the country and the postal
// code also if they are missing. It takes some 50 µs for an address.
func Check(a Address) []Finding {
	country, ofCountry := checkCountry(a.Country) // "" is an unknown country: nothing is said about what depends on it
	all := make([]Finding, 0, len(Fields()))
	add := func(field, sent string, check func(string) Finding) {
		if sent != "" {
			f := check(sent)
			f.Field, f.Sent = field, sent
			all = append(all, f)
		}
	}
	add("name", a.Name, checkText)
	add("number", a.Number, func(sent string) Finding { return checkPhone(sent, country) })
	add("email", a.Email, checkEmail)
	ofCountry.Field, ofCountry.Sent = "country", a.Country
	all = append(all, ofCountry)
	add("address", a.Address, checkText)
	if a.Postal != "" {
		add("postal", a.Postal, func(sent string) Finding {
			f := checkPostal(sent, country)
			if other, found := otherState(f.Suggested, country, a); found {
				return other
			}
			return f
		})
	} else if missing, found := missingPostal(country); found {
		all = append(all, missing)
	}
	add("state", a.State, func(sent string) Finding { return checkState(sent, country) })
	add("city", a.City, checkText)
	add("province", a.Province, checkText)
	return all
}

func unchanged(sent string) Finding { return Finding{Suggested: sent, Result: Unchanged} }

// suggest is a finding with another spelling, or one without if it is that which was sent.
func suggest(sent, better, reason string) Finding {
	if better == sent {
		return unchanged(sent)
	}
	return Finding{Suggested: better, Result: Suggested, Reason: reason}
}

// doubtful is a finding about a value that is wrong. A guess may be "".
func doubtful(guess, reason string) Finding {
	return Finding{Suggested: guess, Result: Doubtful, Reason: reason}
}
