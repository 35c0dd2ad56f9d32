package people

import (
	"waybill/internal/console/web"
	"waybill/internal/users"
)

const (
	signOutPath  = "/console/sign-out"
	linkPath     = users.LinkPath + "{token}"
	mePath       = "/console/me"
	membersPath  = web.AccountPath + "settings/users"
	allUsersPath = web.OperatorPath + "users"
	oneUserPath  = allUsersPath + "/{user}"
)

// Routes are signing in and out, a user's own page, and the pages about users.
func Routes() []web.Route {
	return []web.Route{
		web.Get(web.SignInPath, web.Anyone, signInPage),
		web.Post(web.SignInPath, web.Anyone, signIn),
		web.Get(web.SignedInPath, web.SignedIn, signedIn),
		web.Post(signOutPath, web.Anyone, signOut),
		web.Get(linkPath, web.Anyone, web.With(readLink, linkPage)),
		web.Post(linkPath, web.Anyone, web.With(readLink, followLink)),

		web.Get(mePath, web.SignedIn, mePage),
		web.Post(mePath, web.SignedIn, saveMe).LetsNobodyIn(),
		web.Post(mePath+"/invitations/{invitation}", web.SignedIn, answerInvitation).LetsNobodyIn(),
		web.Post(mePath+"/password", web.SignedIn, changePassword).Proven(),
		web.Post(mePath+"/sessions/{session}/end", web.SignedIn, endSession).LetsNobodyIn(),
		web.Post(mePath+"/sessions/end", web.SignedIn, endOtherSessions).LetsNobodyIn(),

		web.Get(membersPath, web.ManageAccount, membersPage),
		web.Post(membersPath, web.ManageAccount, invite).Recent(),
		web.Post(membersPath+"/member", web.ManageAccount, changeMember).Recent(),

		web.Get(allUsersPath, web.Administer, usersPage),
		web.Post(allUsersPath, web.Administer, createUser).Recent(),
		web.Get(oneUserPath, web.Administer, web.With(userOfPath, userPage)),
		web.Post(oneUserPath, web.Administer, web.With(userOfPath, saveUser)).Recent(),
		web.Post(oneUserPath+"/accounts", web.Administer, web.With(userOfPath, changeRoleOfUser)).Recent(),
		web.Post(oneUserPath+"/link", web.Administer, web.With(userOfPath, linkOfUser)).Recent(),
		web.Post(oneUserPath+"/sessions/end", web.Administer, web.With(userOfPath, endSessionsOfUser)).LetsNobodyIn(),
		web.Post(oneUserPath+"/disable", web.Administer, web.With(userOfPath, disableUser)).LetsNobodyIn(),
		web.Post(oneUserPath+"/enable", web.Administer, web.With(userOfPath, enableUser)).Recent(),

		web.Post(passkeySignInPath+"/options", web.Anyone, web.With(needRelyingParty, passkeySignInOptions)).UpTo(maxPasskeyForm),
		web.Post(passkeySignInPath, web.Anyone, web.With(needRelyingParty, passkeySignIn)).UpTo(maxPasskeyForm),

		web.Post(passkeysPath+"/options", web.SignedIn, web.With(needRelyingParty, passkeyOptions)).UpTo(maxPasskeyForm).Proven(),
		web.Post(passkeysPath, web.SignedIn, web.With(needRelyingParty, addPasskey)).UpTo(maxPasskeyForm).Proven(),
		web.Post(mePath+"/recovery-codes", web.SignedIn, makeRecoveryCodes).Recent(),
		web.Get(onePasskeyPath, web.SignedIn, web.With(passkeyOfPath, passkeyPage)),
		web.Post(onePasskeyPath, web.SignedIn, web.With(passkeyOfPath, renamePasskey)).LetsNobodyIn(),
		web.Post(onePasskeyPath+"/remove", web.SignedIn, web.With(passkeyOfPath, removePasskey)).Proven(),

		web.Post(oneUserPath+"/passkeys/remove", web.Administer, web.With(userOfPath, removePasskeysOfUser)).Recent(),

		web.Get(providerStartPath, web.Anyone, startProvider),
		web.Get(providerCallbackPath, web.Anyone, providerCallback),
		web.Post(oneUserPath+"/identities/remove", web.Administer, web.With(userOfPath, unlinkUser)).Recent(),
	}
}

const (
	passkeysPath      = mePath + "/passkeys"
	onePasskeyPath    = passkeysPath + "/{passkey}"
	passkeySignInPath = web.SignInPath + "/passkey"
	// maxPasskeyForm is how many bytes a form with an authenticator's response may have.
	maxPasskeyForm = 64 << 10
)
