package console

import "waybill/internal/users"

const (
	signOutPath = "/console/sign-out"
	linkPath    = users.LinkPath + "{token}"
)

// userRoutes are signing in and out, one's own page, and the pages about users.
func (c *Console) userRoutes() []route {
	return []route{
		{"GET", signIn, anyone, (*visit).signInPage, 0},
		{"POST", signIn, anyone, (*visit).signIn, 0},
		{"POST", signOutPath, anyone, (*visit).signOut, 0},
		{"GET", linkPath, anyone, (*visit).linkPage, 0},
		{"POST", linkPath, anyone, (*visit).followLink, 0},
	}
}
