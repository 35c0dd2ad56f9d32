// Package users decides who may sign in to the console: it checks what users and the operator enter about a user,
// hashes passwords, limits attempts to sign in, and makes one-time links. The console and the commands share it.
// All that is stored of a user is checked here, and nowhere else: who creates or changes one calls this package, not the store.
// It knows nothing of HTTP: cookies and pages are in package console.
package users
