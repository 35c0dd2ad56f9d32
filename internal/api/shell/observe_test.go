package shell

import "testing"

func TestTokensAreNotLogged(t *testing.T) {
	if withoutSignature("/console/link/secret") != "/console/link/REDACTED" {
		t.Error("the token of a link is logged")
	}
}
