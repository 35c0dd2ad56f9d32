package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const example = `package example

func reserve(free, orderID int, paid bool, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	if orderID > free || !paid {
		return 0, nil
	}
	query := "UPDATE stock SET free = free - $1 WHERE account_id = $2 AND free >= $1"
	free -= orderID
	return len(query) + free, nil
}
`

// TestChanges: each way to break the code is found once, and the result is Go.
func TestChanges(t *testing.T) {
	name := filepath.Join(t.TempDir(), "example.go")
	if err := os.WriteFile(name, []byte(example), 0o600); err != nil {
		t.Fatal(err)
	}
	text, changes, err := mutate(name, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes {
		got = append(got, c.kind+": "+c.text)
	}
	want := []string{
		"dropped: free -= orderID", "never: orderID > free || !paid", "without: orderID > free in orderID > free || !paid",
		"without: !paid in orderID > free || !paid", "or equal: orderID > free",
		"everything: AND free >= $1", "everything: WHERE account_id = $2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, part := range []string{
		"if (!_mutant.On(2) && ((!_mutant.On(3) && ((orderID > free || _mutant.On(5) && (orderID) == (free)))) || ",
		"(!_mutant.On(4) && (!paid)))) {",
		`"UPDATE stock SET free = free - $1 WHERE (account_id = $2 OR TRUE) AND free >= $1"`,
		"if !_mutant.On(1) { free -= orderID }",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%s\nis not in\n%s", part, text)
		}
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := mutate(name, 1, nil); err != nil {
		t.Error("what is written is not Go: ", err)
	}
	if _, changes, err = mutate(name, 1, map[int]bool{7: true}); err != nil || len(changes) == 0 {
		t.Errorf("%d changes, %v", len(changes), err)
	}
}

// TestSkip: lines that do not compile are left out, once.
func TestSkip(t *testing.T) {
	m := &mutants{replaced: map[string]string{"/tmp/3.go": "a.go"}, skipped: map[string]map[int]bool{}}
	output := "# waybill/internal/orders\n/tmp/3.go:12:3: undefined: x\n"
	if !m.skip(output) || m.skip(output) || !m.skipped["a.go"][12] {
		t.Error("a line is left out twice, or not at all")
	}
}
