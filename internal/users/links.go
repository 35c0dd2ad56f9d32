package users

import (
	"time"

	"waybill/internal/store/people"
)

// LinkPath is the path of the console's page of a link; the token follows.
const LinkPath = "/console/link/"

// validFor is how long links are valid.
var validFor = map[people.LinkPurpose]time.Duration{
	people.LinkInvite: 7 * 24 * time.Hour,
	people.LinkReset:  24 * time.Hour,
	people.LinkSignIn: 12 * time.Hour,
}

// ValidFor is how long a link is valid.
func ValidFor(purpose people.LinkPurpose) time.Duration { return validFor[purpose] }

// Purpose says why a link was issued that lets a user set a password.
func Purpose(u people.User) people.LinkPurpose {
	if u.HasPassword {
		return people.LinkReset
	}
	return people.LinkInvite
}
