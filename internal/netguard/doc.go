// Package netguard keeps requests to addresses that others choose out of private
// networks. An address that is about to be dialled enters; its refusal leaves. It is
// asked after a name is resolved, so that no DNS answer gets around it.
package netguard
