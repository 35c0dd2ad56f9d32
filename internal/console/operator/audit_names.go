package operator

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
)

// auditNames are the names of what entries of the audit log have by number, and of people by their e-mail addresses.
type auditNames struct {
	v              *web.Visit
	accounts, keys map[int64]string
	services       map[int64]string
	people         map[string]string // by id and by e-mail address
}

func readAuditNames(v *web.Visit, entries []audit.Entry) (*auditNames, error) {
	n := &auditNames{v: v, people: map[string]string{}}
	var r web.Reading
	n.accounts, n.keys = web.Read1(&r, (*web.Visit).AccountNames, v), web.Read1(&r, (*web.Visit).KeyNames, v)
	services := web.Read1(&r, v.Console.Store.MasterData.Services, v.Context())
	n.services = each.Pairs(services, func(s shipment.Service) (int64, string) { return s.ServiceID, s.Name })
	for _, e := range entries {
		if e.SubjectKind == audit.SubjectUser || e.SubjectKind == audit.SubjectMember {
			id, _ := strconv.ParseInt(e.Subject, 10, 64)
			u, err := v.Console.Store.People.User(v.Context(), id)
			n.note(&r, e.Subject, u, err)
		}
		if e.Actor.Kind == audit.ActorUser {
			u, err := v.Console.Store.People.UserByEmail(v.Context(), e.Actor.Name)
			n.note(&r, e.Actor.Name, u, err)
		}
	}
	return n, r.Err
}

// note keeps the name of a person. One who is not there any more has none.
func (n *auditNames) note(r *web.Reading, by string, u people.User, err error) {
	if !errors.Is(err, store.ErrNotFound) {
		r.Err = cmp.Or(r.Err, err)
	}
	n.people[by] = cmp.Or(u.Name, u.Email)
}

// row is an entry as a sentence.
func (n *auditNames) row(e audit.Entry) auditRow {
	action, known := auditWords().Actions[e.Action]
	subject := n.subject(&e)
	if !known {
		action, subject = web.Key("%[1]s: %[2]s"), e.Action+" "+subject
	}
	return auditRow{e, n.accounts[e.AccountID], n.v.T(action, n.actor(e.Actor), subject), auditChanges(n.v, &e)}
}

// actor is who made a change.
func (n *auditNames) actor(a audit.Actor) string {
	switch a.Kind {
	case audit.ActorKey:
		return n.v.KeyNamed(a.Name)
	case audit.ActorUser:
		return cmp.Or(n.people[a.Name], a.Name)
	}
	return cmp.Or(a.Name, "Waybill")
}

// subject is what was changed: its kind and its name, or the name of a person alone.
func (n *auditNames) subject(e *audit.Entry) string {
	id, _ := strconv.ParseInt(e.Subject, 10, 64)
	var of struct{ Name, Email, URL, File string }
	_ = json.Unmarshal([]byte(cmp.Or(e.New, e.Old)), &of) // another form has none
	name := cmp.Or(of.Name, of.URL, of.File)
	switch e.SubjectKind {
	case audit.SubjectUser, audit.SubjectMember:
		name = cmp.Or(n.people[e.Subject], of.Name, of.Email)
		if name != "" && (e.SubjectKind == audit.SubjectMember || !slices.Contains([]string{"create", "update", "delete"}, e.Action)) {
			return name
		}
	case audit.SubjectKey:
		name = cmp.Or(n.keys[id], name)
	case audit.SubjectAccount:
		name = n.accounts[id]
	case audit.SubjectService:
		name = n.services[id]
	}
	kind := n.v.T(cmp.Or(subjectTexts[e.SubjectKind], e.SubjectKind))
	first, size := utf8.DecodeRuneInString(kind)
	if second, _ := utf8.DecodeRuneInString(kind[size:]); !unicode.IsUpper(second) { // an abbreviation
		kind = string(unicode.ToLower(first)) + kind[size:]
	}
	return strings.TrimSpace(kind + " " + cmp.Or(name, e.Subject))
}
