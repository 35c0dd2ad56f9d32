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
		web.Get(linkPath, web.Anyone, linkPage),
		web.Post(linkPath, web.Anyone, followLink),

		web.Get(mePath, web.SignedIn, mePage),
		web.Post(mePath, web.SignedIn, saveMe),
		web.Post(mePath+"/invitations/{invitation}", web.SignedIn, answerInvitation),
		web.Post(mePath+"/password", web.SignedIn, changePassword),
		web.Post(mePath+"/sessions/{session}/end", web.SignedIn, endSession),
		web.Post(mePath+"/sessions/end", web.SignedIn, endOtherSessions),

		web.Get(membersPath, web.ManageAccount, membersPage),
		web.Post(membersPath, web.ManageAccount, invite).Recent(),
		web.Post(membersPath+"/member", web.ManageAccount, changeMember).Recent(),

		web.Get(allUsersPath, web.Administer, usersPage),
		web.Post(allUsersPath, web.Administer, createUser).Recent(),
		web.Get(oneUserPath, web.Administer, userPage),
		web.Post(oneUserPath, web.Administer, saveUser).Recent(),
		web.Post(oneUserPath+"/accounts", web.Administer, changeRoleOfUser).Recent(),
		web.Post(oneUserPath+"/link", web.Administer, linkOfUser).Recent(),
		web.Post(oneUserPath+"/sessions/end", web.Administer, endSessionsOfUser),
		web.Post(oneUserPath+"/disable", web.Administer, disableUser),
		web.Post(oneUserPath+"/enable", web.Administer, enableUser),

		web.Post(passkeySignInPath+"/options", web.Anyone, passkeySignInOptions).UpTo(maxPasskeyForm),
		web.Post(passkeySignInPath, web.Anyone, passkeySignIn).UpTo(maxPasskeyForm),

		web.Post(passkeysPath+"/options", web.SignedIn, passkeyOptions).UpTo(maxPasskeyForm),
		web.Post(passkeysPath, web.SignedIn, addPasskey).UpTo(maxPasskeyForm),
		web.Post(mePath+"/recovery-codes", web.SignedIn, makeRecoveryCodes).Recent(),
		web.Get(onePasskeyPath, web.SignedIn, passkeyPage),
		web.Post(onePasskeyPath, web.SignedIn, renamePasskey),
		web.Post(onePasskeyPath+"/remove", web.SignedIn, removePasskey),

		web.Post(oneUserPath+"/passkeys/remove", web.Administer, removePasskeysOfUser),

		web.Get(providerStartPath, web.Anyone, startProvider),
		web.Get(providerCallbackPath, web.Anyone, providerCallback),
		web.Post(oneUserPath+"/identities/remove", web.Administer, unlinkUser),
	}
}

const (
	passkeysPath      = mePath + "/passkeys"
	onePasskeyPath    = passkeysPath + "/{passkey}"
	passkeySignInPath = web.SignInPath + "/passkey"
	// maxPasskeyForm is how many bytes a form with an authenticator's response may have.
	maxPasskeyForm = 64 << 10
)
