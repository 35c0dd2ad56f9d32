// Package openid asks an identity provider by OpenID Connect who a person is: the authorization code flow, with PKCE, as
// a confidential client. It knows nothing of users, cookies and pages; package console decides who may enter.
package openid
