// Package users decides who may sign in to the console: it checks what users and the operator enter about a user,
// hashes passwords, limits attempts to sign in, and makes one-time links. The console and the commands share it.
// It stores nothing by itself, and knows nothing of HTTP: cookies and pages are in package console.
package users
