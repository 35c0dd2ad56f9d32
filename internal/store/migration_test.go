package store

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"waybill/internal/store/engine"
)

// releases are the versions that somebody can have: their schema, and the first half of the SHA-256 hash of its fixture. Their migrations
// and fixtures never change. Until the next release a change of the schema edits the later migrations and the fixture of the newest one.
var releases = []struct {
	name    string
	schema  int
	fixture string
}{
	{"0.1.0", firstRelease, "8ae88ac5b0ab7e123a2e1f1ffee4b132"},
	{"0.2.0", 25, "64451be3747eb11b0545e14ab92f93d4"},
}

// firstRelease is the schema version of 0.1.0.
const firstRelease = 19

// lastRelease is the schema version of the newest release.
func lastRelease() int { return releases[len(releases)-1].schema }

// released are the first halves of the SHA-256 hashes of the migrations of releases: their SQL on SQLite and on PostgreSQL.
var released = []struct{ name, sqlite, postgres string }{
	{"0001_initial", "c362ab21d42b3d19f4f1e33ae021c7c8", "195c1e1f40ff394d3fc0e9071bb8776c"},
	{"0002_rules_and_audit_log", "4dcac5b3ec47f3bb35eedbf5397864b2", "d7b5f10c0f5f3bf034f7b877fcb1b5ce"},
	{"0003_imports", "3e6c573cf2c39695242d248fbfd917b5", "18fc3f9d865448fed2f7fc1a6e2d20b0"},
	{"0004_partner_secrets", "a86ac06cdb19c7bf78eede1379c3affc", "eb257d9dd964eb3944c4ee0ef17d9dec"},
	{"0005_label_settings", "93d8ef2e38c22d1847c411d115ad95a7", "f1abbc8c746956c69c8bbb964a96dee9"},
	{"0006_order_templates", "3bd5198bc812d10ec636a4ef49896e3d", "528cd6ae8cd87ff7a9471c5266d02cc1"},
	{"0007_users", "d19c8a728ea13d90756ca6802af3c958", "c5ffdd00a9a6917aaa1e64d5fbeefb48"},
	{"0008_search", "66840cc4142dc119f4180460f7ed0e62", "e551d5668d5a83ebcc72e56f0663e869"},
	{"0009_orders_tracker", "528ab5a1fef415ad27e50d3374a8f849", "b2d8e2d6ae02232b83df1b416c9de775"},
	{"0010_orders_status", "95b5cf959ae8bb68ddaf56bb7b5cc771", "269ae394238fab0dcc73f158b941aba7"},
	{"0011_import_cells", "4efd84dab969de98d6b29da20d0ea500", "4efd84dab969de98d6b29da20d0ea500"},
	{"0012_account_settings", "aaa60c2fd612e7a0e55a925d8f5a861d", "bdd21e733848b6b2f2f403dc4b2d19db"},
	{"0013_identities", "c71c7a4b3da3942c005375c762d6af28", "22cec209e2b2b0de07a7c9b9007bbe7b"},
	{"0014_passkeys", "7b0847f3ead422eb551882041cc1851b", "46397a1b5bb60e498cae0506be7b932c"},
	{"0015_delivery_answers", "8d76f50058b66fb9532719525ff90c16", "8d76f50058b66fb9532719525ff90c16"},
	{"0016_deployment", "c4a62a7d1c97f3cd827223f856f5aea5", "02a272fbdff9941d2ba75deb6fba0944"},
	{"0017_session_origin", "2c1c5d046607bb555e782698c5859291", "2c1c5d046607bb555e782698c5859291"},
	{"0018_customs", "58ee377b8e89f499936ff1d84f4dde4e", "58ee377b8e89f499936ff1d84f4dde4e"},
	{"0019_compatible_versions", "ad3efc89f7b126cd4c49fc84cfceecd5", "0d669174219c281bb77bfc159cf37992"},
	{"0020_erasure", "26f610f4e88e804d779ed87388309425", "2189694e590cd2cc694f3e893b04d627"}, // builds of 0.1.0 from its last commit have it
	{"0021_after_0_1_0", "fb5e76cb133ffb3bd90d03ade3e31647", "85954bec3933ffca67d30c1765d6f1ac"},
	{"0022_orders_return", "ebed7c5dc8269a22fc56bfadee1e99f7", "d3ee195b4d89896e998cd13296b88318"},
	{"0023_tracking_events_repeat", "6ec0783f7153dd9e6974d442c841fde8", "3949a0d0b8570a88f355886c59233b7c"},
	{"0024_label_prints_on", "c2e125c49bd38a76bcd52fcba211a98c", "c122639d597194af92a30c3279153741"},
	{"0025_partner_labels_blob", "0d116516481cb4fe889f4fd40dbb712f", "c3ad3c592cac19938c228939c8deaeba"},
}

// TestReleasedMigrationsStay: a released migration never changes.
func TestReleasedMigrationsStay(t *testing.T) {
	if len(released) < lastRelease() {
		t.Errorf("released has %d migrations, the newest release has %d", len(released), lastRelease())
	}
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		all, err := engine.Migrations(newSchema(nil).Migrations, on)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range all {
			if m.Index == "" && strings.Contains(m.SQL, "CONCURRENTLY") {
				t.Errorf("%s must be named after its index: %04d_INDEX.concurrently.sql", m.Name, m.Version)
			}
			if i >= len(released) {
				continue
			}
			want := released[i].sqlite
			if on == engine.Postgres {
				want = released[i].postgres
			}
			if got := hashOf(m.SQL); m.Name != released[i].name || got != want {
				t.Errorf("%s on %s has hash %s, not %s of %s:\n%s", m.Name, on, got, want, released[i].name, m.SQL)
			}
		}
	}
}

// TestReleasedFixturesStay: the fixture of a release is what that release stored.
func TestReleasedFixturesStay(t *testing.T) {
	for _, r := range releases {
		text, err := os.ReadFile(fixturePath(r.schema) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if got := hashOf(string(text)); got != r.fixture {
			t.Errorf("the fixture of %s has hash %s, not %s", r.name, got, r.fixture)
		}
	}
}

// hashOf is the first half of a SHA-256 hash.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
