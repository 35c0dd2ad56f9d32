package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/store/engine"
)

// sources reads the SQL of the product: the string expressions of its Go files, with the constants, variables and functions of
// their package filled in, and its .sql files.
type sources struct {
	packages map[string]*packageSource // by folder
	found    []statement
}

type packageSource struct {
	values    map[string]ast.Expr // constants and variables
	functions map[string]*ast.FuncDecl
	methods   map[string]*ast.FuncDecl
}

// statement is SQL, and the function that has it: its file below internal and its name.
type statement struct{ where, text string }

func readSources(t *testing.T, root string) []statement {
	t.Helper()
	s := &sources{packages: map[string]*packageSource{}}
	files := map[string]*ast.File{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			if err == nil && (d.Name() == "migrations" || d.Name() == "testdata" || d.Name() == "simulated") {
				return filepath.SkipDir
			}
			return err
		case strings.HasSuffix(path, ".sql"):
			text, err := os.ReadFile(path)
			s.found = append(s.found, statement{filepath.ToSlash(path[len(root)+1:]), string(text)})
			return err
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		files[path] = file
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, file := range files {
		s.declare(filepath.Dir(path), file)
	}
	for path, file := range files {
		for _, d := range file.Decls {
			name := filepath.ToSlash(path[len(root)+1:])
			if f, ok := d.(*ast.FuncDecl); ok {
				name += " " + f.Name.Name
			}
			s.collect(s.packages[filepath.Dir(path)], name, d)
		}
	}
	return s.found
}

func (s *sources) declare(folder string, file *ast.File) {
	p := s.packages[folder]
	if p == nil {
		p = &packageSource{values: map[string]ast.Expr{}, functions: map[string]*ast.FuncDecl{}, methods: map[string]*ast.FuncDecl{}}
		s.packages[folder] = p
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.functions[d.Name.Name] = d
			} else {
				p.methods[d.Name.Name] = d
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for i, value := range v.Values {
						p.values[v.Names[i].Name] = value
					}
				}
			}
		}
	}
}

var verb = regexp.MustCompile(`\b(SELECT|UPDATE|DELETE FROM)\s`)

// collect finds the largest string expressions with a verb of SQL.
func (s *sources) collect(p *packageSource, where string, in ast.Node) {
	locals := map[string][]ast.Expr{}
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && len(n.Rhs) == len(n.Lhs) {
					locals[name.Name] = append(locals[name.Name], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, value := range n.Values {
				locals[n.Names[i].Name] = append(locals[n.Names[i].Name], value)
			}
		}
		return true
	})
	ast.Inspect(in, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		switch e := e.(type) {
		case *ast.BinaryExpr:
			if e.Op != token.ADD {
				return true
			}
		case *ast.BasicLit:
			if e.Kind != token.STRING {
				return true
			}
		default:
			return true
		}
		if verb.MatchString(literals(e)) {
			s.found = append(s.found, statement{where, p.text(e, locals, 0)})
			return false
		}
		return true
	})
}

// literals are the strings in an expression itself.
func literals(n ast.Node) string {
	var b strings.Builder
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			b.WriteString(text + " ")
		}
		return true
	})
	return b.String()
}

// text is an expression as SQL. What is not known is "?".
func (p *packageSource) text(e ast.Expr, locals map[string][]ast.Expr, depth int) string {
	if depth > 4 {
		return "?"
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return ""
		}
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.BinaryExpr:
		return p.text(e.X, locals, depth) + p.text(e.Y, locals, depth)
	case *ast.ParenExpr:
		return p.text(e.X, locals, depth)
	case *ast.Ident:
		if all := locals[e.Name]; all != nil {
			var b strings.Builder
			for _, value := range all {
				b.WriteString(p.text(value, locals, depth+1) + " ")
			}
			return b.String()
		}
		if value := p.values[e.Name]; value != nil {
			return p.text(value, nil, depth+1)
		}
	case *ast.SelectorExpr:
		if e.Sel.Name == "Account" {
			return "account_id" // of a dialect
		}
	case *ast.CallExpr:
		var f *ast.FuncDecl
		switch called := e.Fun.(type) {
		case *ast.Ident:
			f = p.functions[called.Name]
		case *ast.SelectorExpr:
			if called.Sel.Name == "AccountOf" { // of a dialect
				return p.text(e.Args[0], locals, depth+1) + ".account_id"
			}
			f = p.methods[called.Sel.Name]
		}
		if f != nil {
			return p.returned(f, depth)
		}
		var b strings.Builder
		for _, arg := range e.Args {
			b.WriteString(" " + p.text(arg, locals, depth+1))
		}
		return b.String()
	}
	return "?"
}

func (p *packageSource) returned(f *ast.FuncDecl, depth int) string {
	var b strings.Builder
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) > 0 {
			b.WriteString(p.text(r.Results[0], nil, depth+1) + " ")
		}
		return true
	})
	return b.String()
}

// scope is one SELECT, UPDATE or DELETE: inner ones in parentheses are others, and are left out of its text.
func scopes(text string) (all []string) {
	var b strings.Builder
	var open []string // texts before parentheses
	var inner []string
	for i := range len(text) {
		switch text[i] {
		case '(':
			open = append(open, b.String())
			b.Reset()
		case ')':
			if len(open) == 0 {
				continue
			}
			within := b.String()
			b.Reset()
			b.WriteString(open[len(open)-1])
			open = open[:len(open)-1]
			if isScope.MatchString(within) {
				inner = append(inner, within)
				b.WriteString("(?)")
			} else {
				b.WriteString("(" + within + ")")
			}
		default:
			b.WriteByte(text[i])
		}
	}
	for _, one := range append(append(inner, open...), b.String()) {
		all = append(all, setOperation.Split(one, -1)...)
	}
	return all
}

var (
	isScope      = regexp.MustCompile(`^\s*(SELECT|UPDATE|DELETE|WITH)\s`)
	setOperation = regexp.MustCompile(`\b(?:UNION ALL|UNION|EXCEPT|INTERSECT)\b|;`)
	clause       = regexp.MustCompile(`\b(?:FROM|UPDATE|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?`)
	conditions   = regexp.MustCompile(`(?s)\b(?:WHERE|ON|USING)\b.*`)
)

// unbound are the tables of a scope, among some, whose rows no condition limits to an account.
func unbound(scope string, ofAccounts []string) (all []string) {
	where := conditions.FindString(scope)
	tables, alone := map[string]string{}, "" // by alias
	for _, m := range clause.FindAllStringSubmatch(scope, -1) {
		alias := m[2]
		if keyword.MatchString(m[1]) {
			continue // ON CONFLICT DO UPDATE SET
		}
		if alias == "" || keyword.MatchString(alias) {
			alias = m[1]
		}
		tables[alias], alone = m[1], alias
	}
	equal := map[string][]string{}
	where = equality.ReplaceAllStringFunc(where, func(text string) string {
		m := equality.FindStringSubmatch(text)
		if tables[m[1]] == "" || tables[m[2]] == "" {
			return text
		}
		equal[m[1]], equal[m[2]] = append(equal[m[1]], m[2]), append(equal[m[2]], m[1])
		return ""
	})
	bound := map[string]bool{}
	var bind func(alias string)
	bind = func(alias string) {
		if !bound[alias] {
			bound[alias] = true
			for _, other := range equal[alias] {
				bind(other)
			}
		}
	}
	for _, m := range named.FindAllStringSubmatch(where, -1) {
		switch {
		case m[1] != "":
			bind(m[1])
		case len(tables) == 1:
			bind(alone)
		}
	}
	for alias, table := range tables {
		if !bound[alias] && slices.Contains(ofAccounts, table) {
			all = append(all, table)
		}
	}
	return all
}

var (
	keyword  = regexp.MustCompile(`^(WHERE|ON|SET|JOIN|LEFT|ORDER|GROUP|LIMIT|USING|FOR|INDEXED|CROSS|INNER|UNION|RETURNING)$`)
	equality = regexp.MustCompile(`\+?(\w+)\.account_id\s*=\s*\+?(\w+)\.account_id`)
	named    = regexp.MustCompile(`(?:(\w+)\.)?\baccount_id\b`)
)

// ofAllAccounts are the functions, and files, with a statement on the rows of all accounts, by the reason.
var ofAllAccounts = map[string][]string{
	"parcels of all accounts are in one bag, flight, hub and van": {
		"feature/consolidation/stored/bags.go bags", "feature/consolidation/stored/bags.go carryBag",
		"feature/consolidation/stored/customs.go NotLoaded", "feature/consolidation/stored/events.go resolve",
		"feature/consolidation/stored/inbound.sql",
		"feature/consolidation/stored/manifests.go CheckSize", "feature/consolidation/stored/placed.go placed",
		"feature/desk/parcels/runs.go Run", "feature/desk/parcels/runs.go RunParcels", "feature/desk/parcels/runs_carry.go settleRun",
		"feature/floor/stored/stored.go InHub", "feature/floor/stored/stored.go UnknownScans",
	},
	"a worker looks for the work of all accounts": {
		"feature/desk/parcels/handovers.go CarryHandovers", "feature/imports/stored/queues.go ClaimImports", "jobs/jobs.go",
		"store/deliveries.go DueEndpoints", "store/deliveries.go hasDue", "store/journeys.go AdvanceJourneys",
		"store/own_labels.go GiveOwnLabels", "store/search_anew.go IndexAnew", "store/erase.go AgedOrders", "store/annotations.go EachNote",
	},
	"a worker has one endpoint, of whatever account": {
		"store/deliveries.go deliveryTarget", "store/deliveries.go dueDeliveries", "store/endpoint_health.go FailingEndpoints",
		"store/endpoint_health.go endFailing", "store/endpoint_health.go recordHealth", "store/ledger.go",
	},
	"what is old ends in all accounts": {
		"feature/floor/stored/stored.go PurgeUnknown", "feature/imports/stored/purge.go PurgeImports",
		"feature/imports/stored/purge.go purgeImports", "store/ledger.go EndLeases", "store/once/responses.go Purge",
		"store/requestlog/log.go Purge", "store/erase.go UnusedFiles", "store/erase.go DropUnusedFile",
	},
	"it finds whose order a number is, and its caller compares the account": {
		"store/callbacks.go", "store/numbers.go candidates", "store/numbers.go numbered", "store/numbers.go taken",
		"store/orders.go orderByTrackingNo", "store/track.go trackOrders", "store/annotations.go annotations",
		"store/orders.go BatchOrders", "store/codes.go OrdersOfCodes",
	},
	"it finds whose key it is, and its caller compares the account": {
		"store/masterdata/authenticate.go NoteUse", "store/masterdata/authenticate.go findCaller", "store/masterdata/keys.go",
		"store/masterdata/keys.go keySubject",
	},
	"operators count what all accounts have": {
		"store/outages.go Outage", "store/submissions.go SubmissionStats", "store/submissions_operator.go Submissions",
	},
	"its condition is made elsewhere, and names the account": {
		"store/deliveries_list.go selectDeliveries", "store/events.go selectEvents", "store/orders.go OrdersThatNeedPeople",
		"store/orders.go newestQuery", "store/requestlog/log.go List",
	},
}

// ofManyRows are the functions with an UPDATE or a DELETE of more than one row, which names no whole primary key, by the reason.
var ofManyRows = map[string][]string{
	"all of a bag, run, import, job, endpoint, order or user": {
		"feature/consolidation/stored/bags.go emptyBag", "feature/consolidation/stored/manifests.go forget",
		"feature/desk/parcels/packing.go storePacking", "feature/desk/parcels/runs_carry.go countLists",
		"feature/desk/parcels/runs_carry.go follow", "feature/desk/printjobs/runs.go FilePrinted",
		"feature/desk/printjobs/runs.go StartRun", "feature/desk/printjobs/runs.go stopRun",
		"feature/imports/stored/purge.go DropImportGroups", "jobs/jobs.go Part", "jobs/jobs.go insert", "jobs/jobs.go purge",
		"store/annotations.go replaceTags", "store/attempts.go endAttempts", "store/attempts.go purgeHistoriesOf",
		"store/endpoints.go DeleteEndpoint", "store/masterdata/customs.go submitWaiting", "store/people/identities.go UnlinkIdentities",
		"store/people/links.go insertLink", "store/people/passkeys.go deletePasskeys", "store/people/users.go endAccess",
		"store/people/users.go endLinks",
	},
	"what is old or measured anew": {
		"feature/floor/stored/stored.go PurgeUnknown", "feature/imports/stored/purge.go PurgeImports",
		"feature/imports/stored/references.go KeepImportMapping", "store/callbacks.go useNonce", "store/events.go purgeChunk",
		"store/erase.go DropUnusedFile", "store/ledger.go EndLeases",
		"store/masterdata/rule_hits.go AddRuleHits", "store/once/responses.go Purge", "store/people/identities.go StartProviderSignIn",
		"store/people/passkeys.go useChallenge", "store/people/sessions.go insertSession",
	},
}

// TestStatementsNameTheAccount: each statement that reads or changes the rows of a table with accounts names the account in its
// conditions, and one that changes rows names the whole primary key, except a few.
func TestStatementsNameTheAccount(t *testing.T) {
	t.Parallel()
	s := openEmpty(t, engine.SQLite)
	if _, err := s.DB.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	ofAccounts := texts(t, s, `SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'account_id'
		WHERE m.type = 'table' AND m.name NOT IN ('accounts', 'hubs')`) // an account's own row; hubs are the operator's
	keys := map[string][]string{}
	for _, both := range texts(t, s, `SELECT m.name || ' ' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.pk > 0`) {
		table, column, _ := strings.Cut(both, " ")
		keys[table] = append(keys[table], column)
	}
	anyAccount, manyRows := exceptions{ofAllAccounts, map[string]bool{}}, exceptions{ofManyRows, map[string]bool{}}
	statements := readSources(t, "..")
	for _, st := range statements {
		for _, scope := range scopes(st.text) {
			if !conditions.MatchString(scope) || strings.HasSuffix(strings.TrimSpace(scope), "WHERE") {
				continue // all rows, or a part of others
			}
			shown := strings.Join(strings.Fields(scope), " ")
			if tables := unbound(scope, ofAccounts); len(tables) > 0 && !anyAccount.has(st.where) {
				t.Errorf("%s: a condition of %v names no account: %s", st.where, tables, shown)
			}
			if m := changed.FindStringSubmatch(scope); m != nil {
				names := word.FindAllString(conditions.FindString(scope), -1)
				for _, column := range keys[m[1]] {
					if !slices.Contains(names, column) && !manyRows.has(st.where) {
						t.Errorf("%s: the condition does not name %s: %s", st.where, column, shown)
					}
				}
			}
		}
	}
	if len(statements) < 400 {
		t.Errorf("found %d statements", len(statements))
	}
	for _, e := range []exceptions{anyAccount, manyRows} {
		for _, names := range e.named {
			for _, name := range names {
				if !e.used[name] {
					t.Errorf("%s is no exception", name)
				}
			}
		}
	}
}

var (
	changed = regexp.MustCompile(`^\s*(?:UPDATE|DELETE FROM)\s+(\w+)`)
	word    = regexp.MustCompile(`\w+`)
)

// exceptions are functions by reasons, and which of them were met.
type exceptions struct {
	named map[string][]string
	used  map[string]bool
}

func (e exceptions) has(name string) bool {
	for _, names := range e.named {
		if slices.Contains(names, name) {
			e.used[name] = true
			return true
		}
	}
	return false
}
