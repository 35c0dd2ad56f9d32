package console

const (
	passkeysPath      = mePath + "/passkeys"
	onePasskeyPath    = passkeysPath + "/{passkey}"
	passkeySignInPath = signIn + "/passkey"
	// maxPasskeyForm is how many bytes a form with an authenticator's response may have.
	maxPasskeyForm = 64 << 10
)

// passkeyRoutes are signing in by a passkey, and the passkeys of users.
func (c *Console) passkeyRoutes() []route {
	return []route{
		{"POST", passkeySignInPath + "/options", anyone, (*visit).passkeySignInOptions, maxPasskeyForm},
		{"POST", passkeySignInPath, anyone, (*visit).passkeySignIn, maxPasskeyForm},

		{"POST", passkeysPath + "/options", signedIn, (*visit).passkeyOptions, maxPasskeyForm},
		{"POST", passkeysPath, signedIn, (*visit).addPasskey, maxPasskeyForm},
		{"GET", onePasskeyPath, signedIn, (*visit).passkeyPage, 0},
		{"POST", onePasskeyPath, signedIn, (*visit).renamePasskey, 0},
		{"POST", onePasskeyPath + "/remove", signedIn, (*visit).removePasskey, 0},

		{"POST", oneUserPath + "/passkeys/remove", administer, (*visit).removePasskeysOfUser, 0},
	}
}
