package people

import (
	"waybill/internal/console/web"
	"waybill/internal/shipment"
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
		web.Get(web.SignInPath, shipment.Anyone, signInPage),
		web.Post(web.SignInPath, shipment.Anyone, signIn),
		web.Get(web.SignedInPath, shipment.SignedIn, signedIn),
		web.Post(signOutPath, shipment.Anyone, signOut),
		web.Get(linkPath, shipment.Anyone, web.With(readLink, linkPage)),
		web.Post(linkPath, shipment.Anyone, web.With(readLink, followLink)),

		web.Get(mePath, shipment.SignedIn, mePage),
		web.Post(mePath, shipment.SignedIn, saveMe).LetsNobodyIn(),
		web.Post(mePath+"/invitations/{invitation}", shipment.SignedIn, web.With(web.ID("invitation"), answerInvitation)).LetsNobodyIn(),
		web.Post(mePath+"/password", shipment.SignedIn, changePassword).Proven(),
		web.Post(mePath+"/sessions/{session}/end", shipment.SignedIn, web.With(web.ID("session"), endSession)).LetsNobodyIn(),
		web.Post(mePath+"/sessions/end", shipment.SignedIn, endOtherSessions).LetsNobodyIn(),

		web.Get(membersPath, shipment.SetAccount, membersPage),
		web.Post(membersPath, shipment.SetAccount, invite).Recent(),
		web.Post(membersPath+"/member", shipment.SetAccount, changeMember).Recent(),

		web.Get(allUsersPath, shipment.Administer, usersPage),
		web.Post(allUsersPath, shipment.Administer, createUser).Recent(),
		web.Get(oneUserPath, shipment.Administer, web.With(userOfPath, userPage)),
		web.Post(oneUserPath, shipment.Administer, web.With(userOfPath, saveUser)).Recent(),
		web.Post(oneUserPath+"/accounts", shipment.Administer, web.With(userOfPath, changeRoleOfUser)).Recent(),
		web.Post(oneUserPath+"/link", shipment.Administer, web.With(userOfPath, linkOfUser)).Recent(),
		web.Post(oneUserPath+"/sessions/end", shipment.Administer, web.With(userOfPath, endSessionsOfUser)).LetsNobodyIn(),
		web.Post(oneUserPath+"/disable", shipment.Administer, web.With(userOfPath, disableUser)).LetsNobodyIn(),
		web.Post(oneUserPath+"/enable", shipment.Administer, web.With(userOfPath, enableUser)).Recent(),

		web.Post(passkeySignInPath+"/options", shipment.Anyone, web.With(needRelyingParty, passkeySignInOptions)).UpTo(maxPasskeyForm),
		web.Post(passkeySignInPath, shipment.Anyone, web.With(needRelyingParty, passkeySignIn)).UpTo(maxPasskeyForm),

		web.Post(passkeysPath+"/options", shipment.SignedIn, web.With(needRelyingParty, passkeyOptions)).UpTo(maxPasskeyForm).Proven(),
		web.Post(passkeysPath, shipment.SignedIn, web.With(needRelyingParty, addPasskey)).UpTo(maxPasskeyForm).Proven(),
		web.Post(mePath+"/recovery-codes", shipment.SignedIn, makeRecoveryCodes).Recent(),
		web.Get(onePasskeyPath, shipment.SignedIn, web.With(passkeyOfPath, passkeyPage)),
		web.Post(onePasskeyPath, shipment.SignedIn, web.With(passkeyOfPath, renamePasskey)).LetsNobodyIn(),
		web.Post(onePasskeyPath+"/remove", shipment.SignedIn, web.With(passkeyOfPath, removePasskey)).Proven(),

		web.Post(oneUserPath+"/passkeys/remove", shipment.Administer, web.With(userOfPath, removePasskeysOfUser)).Recent(),

		web.Get(providerStartPath, shipment.Anyone, startProvider),
		web.Get(providerCallbackPath, shipment.Anyone, providerCallback),
		web.Post(oneUserPath+"/identities/remove", shipment.Administer, web.With(userOfPath, unlinkUser)).Recent(),
	}
}

const (
	passkeysPath      = mePath + "/passkeys"
	onePasskeyPath    = passkeysPath + "/{passkey}"
	passkeySignInPath = web.SignInPath + "/passkey"
	// maxPasskeyForm is how many bytes a form with an authenticator's response may have.
	maxPasskeyForm = 64 << 10
)
