package console

import "waybill/internal/users"

const (
	signOutPath  = "/console/sign-out"
	linkPath     = users.LinkPath + "{token}"
	mePath       = "/console/me"
	membersPath  = accountPath + "settings/users"
	allUsersPath = operatorPath + "users"
	oneUserPath  = allUsersPath + "/{user}"
)

// userRoutes are signing in and out, one's own page, and the pages about users.
func (c *Console) userRoutes() []route {
	return []route{
		{"GET", signIn, anyone, (*visit).signInPage, 0},
		{"POST", signIn, anyone, (*visit).signIn, 0},
		{"POST", signOutPath, anyone, (*visit).signOut, 0},
		{"GET", linkPath, anyone, (*visit).linkPage, 0},
		{"POST", linkPath, anyone, (*visit).followLink, 0},

		{"GET", mePath, signedIn, (*visit).mePage, 0},
		{"POST", mePath, signedIn, (*visit).saveMe, 0},
		{"POST", mePath + "/password", signedIn, (*visit).changePassword, 0},
		{"POST", mePath + "/sessions/{session}/end", signedIn, (*visit).endSession, 0},
		{"POST", mePath + "/sessions/end", signedIn, (*visit).endOtherSessions, 0},

		{"GET", membersPath, manageAccount, (*visit).membersPage, 0},
		{"POST", membersPath, manageAccount, (*visit).invite, 0},
		{"POST", membersPath + "/{user}", manageAccount, (*visit).changeMember, 0},

		{"GET", allUsersPath, administer, (*visit).usersPage, 0},
		{"POST", allUsersPath, administer, (*visit).createUser, 0},
		{"GET", oneUserPath, administer, (*visit).userPage, 0},
		{"POST", oneUserPath, administer, (*visit).saveUser, 0},
		{"POST", oneUserPath + "/accounts", administer, (*visit).changeRoleOfUser, 0},
		{"POST", oneUserPath + "/link", administer, (*visit).linkOfUser, 0},
		{"POST", oneUserPath + "/sessions/end", administer, (*visit).endSessionsOfUser, 0},
		{"POST", oneUserPath + "/disable", administer, (*visit).disableUser, 0},
		{"POST", oneUserPath + "/enable", administer, (*visit).enableUser, 0},
	}
}
