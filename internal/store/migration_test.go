package store

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"waybill/internal/store/engine"
)

// released are the first halves of the SHA-256 hashes of the migrations that databases have run: their SQL on SQLite and on PostgreSQL.
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
	{"0020_erasure", "26f610f4e88e804d779ed87388309425", "2189694e590cd2cc694f3e893b04d627"},
	{"0021_changes", "2071e9e8625548b3bf46db4d64289e41", "43a265034080e932c846f96d46ff0be7"},
	{"0022_books", "726ed53a7cf52bfe1c89e3f72003fea6", "31a0df003f9f03048b7dd0d65b27ffe6"},
	{"0023_replacements", "b3ce2442c78ebec8da08b70f9f5eafd8", "030c5c3e04cb4a4a030b7d8e0bde0500"},
	{"0024_holds", "ac9656ac699500efe75867c4c54c557d", "4f246ba2a19abda8661058bbbfdb2959"},
	{"0025_annotations", "dc294f1bd9a596955e64f66fb5d42e17", "15bea0e5d91a36259a508be62472d928"},
	{"0026_imports", "3dda2d762e96b292d7fc78c1bcc3ca26", "d356823dc58ab720b7227b356f9ab30b"},
	{"0027_orders_return", "ebed7c5dc8269a22fc56bfadee1e99f7", "d3ee195b4d89896e998cd13296b88318"},
	{"0028_rates", "d2938d27d502790094c93588297b9f6b", "d2938d27d502790094c93588297b9f6b"},
	{"0029_phones", "0216284edb286093dbd2a64f0ad3da46", "b379a11b6f4d268feeaf55d56e5777a0"},
	{"0030_key_scopes", "d858c1a7eafaae3df5de311e041c0578", "d858c1a7eafaae3df5de311e041c0578"},
	{"0031_hs_codes", "377e07ed641391a42b65ef86159618dd", "377e07ed641391a42b65ef86159618dd"},
	{"0032_handovers", "5b3627eb31946144d76f8ef7e9f890fa", "33d6a625b47b6171f88f7611629bf8d3"},
	{"0033_packings", "3500aa289036fba2cfd8f3660b440971", "b8a82c0d7e312aa90628c391192e624a"},
	{"0034_request_log", "91681b2a4168724a1e37876c8c0bd55a", "523619ce9cb352775b059f313129f866"},
	{"0035_print_jobs", "563bacd717a94b9e97c6c54f4c71163b", "bb846b808d754c14eb349a62b36bc455"},
	{"0036_missing_customs", "1988d61ca369b3f2f54c001ad3021a2c", "be00b6c97cf6ee58c1ec2afc3ab9d90e"},
	{"0037_recovery_codes", "bcb5af287ba2895d5b86842a77fbb045", "bcb5af287ba2895d5b86842a77fbb045"},
	{"0038_label_key", "08f6d9372eeef2fdbf293aa0d6d7233e", "07dd742c79102967160bcafd5704ed30"},
	{"0039_address_revision", "ac0c5ca003601bf19bc75a810efb10b6", "bb9c13b16746e52ac483e65b98ba5c57"},
	{"0040_invitations", "dc74665aeea16d83b0d59851add0c54c", "dc74665aeea16d83b0d59851add0c54c"},
}

// TestReleasedMigrationsStay: a released migration never changes. A new one is added to released.
func TestReleasedMigrationsStay(t *testing.T) {
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		all, err := engine.Migrations(newSchema().Migrations, on)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range all {
			if m.Index == "" && strings.Contains(m.SQL, "CONCURRENTLY") {
				t.Errorf("%s must be named after its index: %04d_INDEX.concurrently.sql", m.Name, m.Version)
			}
			sum := sha256.Sum256([]byte(m.SQL))
			got := hex.EncodeToString(sum[:16])
			if i >= len(released) {
				t.Errorf("%s on %s is not in released: its hash is %s", m.Name, on, got)
				continue
			}
			want := released[i].sqlite
			if on == engine.Postgres {
				want = released[i].postgres
			}
			if m.Name != released[i].name || got != want {
				t.Errorf("%s on %s has hash %s, not %s of %s:\n%s", m.Name, on, got, want, released[i].name, m.SQL)
			}
		}
	}
}
