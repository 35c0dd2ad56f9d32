// Package partnertest is the suite that every partner passes, so that the workers can rely on the same
// behaviour from all of them. It takes a partner, and an order for each outcome.
package partnertest
