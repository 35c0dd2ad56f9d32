package users

import (
	"time"

	"waybill/internal/store"
)

// LinkPath is the path of the console's page of a link; the token follows.
const LinkPath = "/console/link/"

// validFor is how long links are valid.
var validFor = map[store.LinkPurpose]time.Duration{
	store.LinkInvite: 7 * 24 * time.Hour,
	store.LinkReset:  24 * time.Hour,
	store.LinkSignIn: 12 * time.Hour,
}

// ValidFor is how long a link is valid.
func ValidFor(purpose store.LinkPurpose) time.Duration { return validFor[purpose] }

// Purpose is what a link that lets a user set a password is for.
func Purpose(u store.User) store.LinkPurpose {
	if u.HasPassword {
		return store.LinkReset
	}
	return store.LinkInvite
}
