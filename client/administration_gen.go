// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; DO NOT EDIT.

package client

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
)

// Accounts yields accounts by id.
func (a Administration) Accounts(ctx context.Context, f AccountFilter) iter.Seq2[Account, error] {
	return elements[Account](ctx, a.client, "listing accounts", "/operator/accounts/", f.query())
}

// Account returns an account.
func (a Administration) Account(ctx context.Context, id int64) (Account, error) {
	return ask[Account](ctx, a.client, "viewing an account", call{method: http.MethodGet, path: fmt.Sprintf("/operator/accounts/%d/", id)}, nil)
}

// CreateAccount creates an account and returns it, or a *ValidationError. An operator's account needs a key with the scope users, or it
// returns ErrForbidden.
func (a Administration) CreateAccount(ctx context.Context, account NewAccount) (Account, error) {
	return ask[Account](ctx, a.client, "creating an account", call{method: http.MethodPost, path: "/operator/accounts/"}, account)
}

// ChangeAccount changes an account and returns it, or a *ValidationError, or ErrForbidden as CreateAccount does.
func (a Administration) ChangeAccount(ctx context.Context, id int64, change AccountChange) (Account, error) {
	return ask[Account](ctx, a.client, "changing an account", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/accounts/%d/", id)}, change)
}

// SuspendAccount refuses the keys of an account until ResumeAccount. It returns ErrForbidden for the account of the client's key.
func (a Administration) SuspendAccount(ctx context.Context, id int64) (Account, error) {
	return ask[Account](ctx, a.client, "suspending an account", call{method: http.MethodPost, path: fmt.Sprintf("/operator/accounts/%d/suspend/", id)}, struct{}{})
}

// ResumeAccount ends a suspension.
func (a Administration) ResumeAccount(ctx context.Context, id int64) (Account, error) {
	return ask[Account](ctx, a.client, "resuming an account", call{method: http.MethodPost, path: fmt.Sprintf("/operator/accounts/%d/resume/", id)}, struct{}{})
}

// KeysOfAccount is Keys for any account.
func (a Administration) KeysOfAccount(ctx context.Context, id int64) ([]Key, error) {
	result, err := ask[struct {
		Results []Key `json:"results"`
	}](ctx, a.client, "listing keys", call{method: http.MethodGet, path: fmt.Sprintf("/operator/accounts/%d/keys/", id)}, nil)
	return result.Results, err
}

// CreateKeyOfAccount is CreateLimitedKey for any account.
func (a Administration) CreateKeyOfAccount(ctx context.Context, id int64, key NewKey) (Key, error) {
	return ask[Key](ctx, a.client, "creating a key", call{method: http.MethodPost, path: fmt.Sprintf("/operator/accounts/%d/keys/", id)}, key)
}

// RevokeKeyOfAccount is RevokeKey for any account. Of other accounts it revokes every key.
func (a Administration) RevokeKeyOfAccount(ctx context.Context, id, keyID int64, withCreated bool) error {
	_, err := a.client.fetch(ctx, fmt.Sprintf("revoking key %d", keyID), call{method: http.MethodDelete, path: fmt.Sprintf("/operator/accounts/%d/keys/%d/", id, keyID), query: parameters(map[string]any{"with_created": withCreated})}, nil)
	return err
}

// Services returns all services by id, disabled ones too.
func (a Administration) Services(ctx context.Context) ([]OperatorService, error) {
	result, err := ask[struct {
		Results []OperatorService `json:"results"`
	}](ctx, a.client, "listing all services", call{method: http.MethodGet, path: "/operator/services/"}, nil)
	return result.Results, err
}

// Service returns a service.
func (a Administration) Service(ctx context.Context, id int64) (OperatorService, error) {
	return ask[OperatorService](ctx, a.client, "viewing a service", call{method: http.MethodGet, path: fmt.Sprintf("/operator/services/%d/", id)}, nil)
}

// CreateService creates a service, or returns a *ValidationError.
func (a Administration) CreateService(ctx context.Context, service NewService) (OperatorService, error) {
	return ask[OperatorService](ctx, a.client, "creating a service", call{method: http.MethodPost, path: "/operator/services/"}, service)
}

// ChangeService changes a service and returns it, or a *ValidationError. Its number, lane and category never change.
func (a Administration) ChangeService(ctx context.Context, id int64, change ServiceChange) (OperatorService, error) {
	return ask[OperatorService](ctx, a.client, "changing a service", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/services/%d/", id)}, change)
}

// DisableService takes no more orders for a service. Orders that exist go on.
func (a Administration) DisableService(ctx context.Context, id int64) (OperatorService, error) {
	return ask[OperatorService](ctx, a.client, "disabling a service", call{method: http.MethodPost, path: fmt.Sprintf("/operator/services/%d/disable/", id)}, struct{}{})
}

// EnableService takes orders for a service again.
func (a Administration) EnableService(ctx context.Context, id int64) (OperatorService, error) {
	return ask[OperatorService](ctx, a.client, "enabling a service", call{method: http.MethodPost, path: fmt.Sprintf("/operator/services/%d/enable/", id)}, struct{}{})
}

// ServiceLabels returns the marks and the routing table of a service.
func (a Administration) ServiceLabels(ctx context.Context, id int64) (ServiceLabels, error) {
	return ask[ServiceLabels](ctx, a.client, "viewing the labels of a service", call{method: http.MethodGet, path: fmt.Sprintf("/operator/services/%d/labels/", id)}, nil)
}

// ChangeServiceLabels changes them and returns them, or a *ValidationError.
func (a Administration) ChangeServiceLabels(ctx context.Context, id int64, change ServiceLabelsChange) (ServiceLabels, error) {
	return ask[ServiceLabels](ctx, a.client, "changing the labels of a service", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/services/%d/labels/", id)}, change)
}

// ServiceCustoms returns what a service states for customs, by the name of the fact. What it does not state is "".
func (a Administration) ServiceCustoms(ctx context.Context, id int64) (map[string]string, error) {
	return ask[map[string]string](ctx, a.client, "viewing the facts for customs of a service", call{method: http.MethodGet, path: fmt.Sprintf("/operator/services/%d/customs/", id)}, nil)
}

// ChangeServiceCustoms states facts for customs. A fact with the value "" is removed, and a fact that is not named stays. It returns
// all facts, or a *ValidationError.
func (a Administration) ChangeServiceCustoms(ctx context.Context, id int64, facts map[string]string) (map[string]string, error) {
	return ask[map[string]string](ctx, a.client, "changing the facts for customs of a service", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/services/%d/customs/", id)}, facts)
}

// Partners returns all partners that are reached through an adapter, by name, disabled ones too.
func (a Administration) Partners(ctx context.Context) ([]Partner, error) {
	result, err := ask[struct {
		Results []Partner `json:"results"`
	}](ctx, a.client, "listing the partners", call{method: http.MethodGet, path: "/operator/partners/"}, nil)
	return result.Results, err
}

// Partner returns a partner.
func (a Administration) Partner(ctx context.Context, name string) (Partner, error) {
	return ask[Partner](ctx, a.client, "viewing a partner", call{method: http.MethodGet, path: fmt.Sprintf("/operator/partners/%s/", url.PathEscape(name))}, nil)
}

// CreatePartner creates a partner and returns it with its secret, or a *ValidationError. If the first response is lost, the partner has a
// Message and no secret: rotate it then.
func (a Administration) CreatePartner(ctx context.Context, partner NewPartner) (Partner, error) {
	return ask[Partner](ctx, a.client, "creating a partner", call{method: http.MethodPost, path: "/operator/partners/"}, partner)
}

// ChangePartner changes a partner and returns it, or a *ValidationError.
func (a Administration) ChangePartner(ctx context.Context, name string, change PartnerChange) (Partner, error) {
	return ask[Partner](ctx, a.client, "changing a partner", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/partners/%s/", url.PathEscape(name))}, change)
}

// DisablePartner stops calls of a partner, and refuses what it sends. Its orders wait.
func (a Administration) DisablePartner(ctx context.Context, name string) (Partner, error) {
	return ask[Partner](ctx, a.client, "disabling a partner", call{method: http.MethodPost, path: fmt.Sprintf("/operator/partners/%s/disable/", url.PathEscape(name))}, struct{}{})
}

// EnablePartner has a partner called again.
func (a Administration) EnablePartner(ctx context.Context, name string) (Partner, error) {
	return ask[Partner](ctx, a.client, "enabling a partner", call{method: http.MethodPost, path: fmt.Sprintf("/operator/partners/%s/enable/", url.PathEscape(name))}, struct{}{})
}

// Submissions yields submissions of orders to partners, the oldest first, without their attempts.
func (a Administration) Submissions(ctx context.Context, f SubmissionFilter) iter.Seq2[Submission, error] {
	return elements[Submission](ctx, a.client, "listing submissions", "/operator/submissions/", f.query())
}

// Submission returns the submission of an order with its attempts. It returns ErrNotFound also when no partner has the order.
func (a Administration) Submission(ctx context.Context, trackingNo string) (Submission, error) {
	return ask[Submission](ctx, a.client, "viewing a submission", call{method: http.MethodGet, path: fmt.Sprintf("/operator/submissions/%s/", url.PathEscape(trackingNo))}, nil)
}

// RetrySubmission makes a failed or waiting submission due now, or the label of a confirmed one. It returns an *Error of status 409 when
// there is nothing to decide, the order is held or cancelled, or an attempt is under way. The note may be "".
func (a Administration) RetrySubmission(ctx context.Context, trackingNo, note string) (Submission, error) {
	return ask[Submission](ctx, a.client, "retrying a submission", call{method: http.MethodPost, path: fmt.Sprintf("/operator/submissions/%s/retry/", url.PathEscape(trackingNo))}, map[string]any{"note": note})
}

// ResolveSubmission ends a submission by hand. It returns a *ValidationError, and an *Error of status 409 as RetrySubmission does.
func (a Administration) ResolveSubmission(ctx context.Context, trackingNo string, d SubmissionDecision) (Submission, error) {
	return ask[Submission](ctx, a.client, "resolving a submission", call{method: http.MethodPost, path: fmt.Sprintf("/operator/submissions/%s/resolve/", url.PathEscape(trackingNo))}, d)
}

// Cancellations yields cancellations of orders that partners have, the oldest first, without their attempts.
func (a Administration) Cancellations(ctx context.Context, f SubmissionFilter) iter.Seq2[Submission, error] {
	return elements[Submission](ctx, a.client, "listing cancellations", "/operator/cancellations/", f.query())
}

// Cancellation returns the cancellation of an order with the attempts at it and at its submission.
func (a Administration) Cancellation(ctx context.Context, trackingNo string) (Submission, error) {
	return ask[Submission](ctx, a.client, "viewing a cancellation", call{method: http.MethodGet, path: fmt.Sprintf("/operator/cancellations/%s/", url.PathEscape(trackingNo))}, nil)
}

// RetryCancellation makes a cancellation due now, also one that the partner refused. It returns an *Error of status 409 when the order is
// cancelled, its parcel was picked up, or an attempt is under way. The note may be "".
func (a Administration) RetryCancellation(ctx context.Context, trackingNo, note string) (Submission, error) {
	return ask[Submission](ctx, a.client, "retrying a cancellation", call{method: http.MethodPost, path: fmt.Sprintf("/operator/cancellations/%s/retry/", url.PathEscape(trackingNo))}, map[string]any{"note": note})
}

// Users yields the people who use the console, by e-mail address. The methods that change users return ErrForbidden unless the key has
// ScopeUsers and is not limited to networks.
func (a Administration) Users(ctx context.Context) iter.Seq2[User, error] {
	return elements[User](ctx, a.client, "listing users", "/operator/users/", nil)
}

// User returns a user.
func (a Administration) User(ctx context.Context, id int64) (User, error) {
	return ask[User](ctx, a.client, "viewing a user", call{method: http.MethodGet, path: fmt.Sprintf("/operator/users/%d/", id)}, nil)
}

// CreateUser lets a person in, and returns the user with the link that sets the password, or a *ValidationError. If the first
// response is lost, the user has a Message and no link.
func (a Administration) CreateUser(ctx context.Context, u NewUser) (User, error) {
	return ask[User](ctx, a.client, "creating a user", call{method: http.MethodPost, path: "/operator/users/"}, u)
}

// ChangeUser changes a user and returns it, or a *ValidationError.
func (a Administration) ChangeUser(ctx context.Context, id int64, change UserChange) (User, error) {
	return ask[User](ctx, a.client, "changing a user", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/users/%d/", id)}, change)
}

// SetUserRole gives a user a role in an account, and returns the user, or a *ValidationError.
func (a Administration) SetUserRole(ctx context.Context, id, accountID int64, role string) (User, error) {
	return ask[User](ctx, a.client, "giving a user a role", call{method: http.MethodPut, path: fmt.Sprintf("/operator/users/%d/accounts/%d/", id, accountID)}, map[string]any{"role": role})
}

// RemoveUserRole takes a user out of an account. It returns ErrNotFound if the user has no role there.
func (a Administration) RemoveUserRole(ctx context.Context, id, accountID int64) error {
	_, err := a.client.fetch(ctx, "taking a user out of an account", call{method: http.MethodDelete, path: fmt.Sprintf("/operator/users/%d/accounts/%d/", id, accountID)}, nil)
	return err
}

// DisableUser ends the sessions of a user, removes the passkeys, and refuses to sign the user in until EnableUser.
func (a Administration) DisableUser(ctx context.Context, id int64) (User, error) {
	return ask[User](ctx, a.client, "disabling a user", call{method: http.MethodPost, path: fmt.Sprintf("/operator/users/%d/disable/", id)}, struct{}{})
}

// EnableUser lets a disabled user sign in again.
func (a Administration) EnableUser(ctx context.Context, id int64) (User, error) {
	return ask[User](ctx, a.client, "enabling a user", call{method: http.MethodPost, path: fmt.Sprintf("/operator/users/%d/enable/", id)}, struct{}{})
}

// EndSessions ends all sessions of a user.
func (a Administration) EndSessions(ctx context.Context, id int64) (User, error) {
	return ask[User](ctx, a.client, "ending sessions", call{method: http.MethodPost, path: fmt.Sprintf("/operator/users/%d/sessions/end/", id)}, struct{}{})
}

// RemovePasskeys removes the passkeys and the recovery codes of a user.
func (a Administration) RemovePasskeys(ctx context.Context, id int64) (User, error) {
	return ask[User](ctx, a.client, "removing passkeys", call{method: http.MethodPost, path: fmt.Sprintf("/operator/users/%d/passkeys/remove/", id)}, struct{}{})
}

// RemoveIdentities removes the link of a user to the identity provider, and ends the user's sessions. It returns ErrNotFound if there is
// no link.
func (a Administration) RemoveIdentities(ctx context.Context, id int64) (User, error) {
	return ask[User](ctx, a.client, "removing the link to the identity provider", call{method: http.MethodPost, path: fmt.Sprintf("/operator/users/%d/identities/remove/", id)}, struct{}{})
}

// Hubs returns all hubs by name, disabled ones too.
func (a Administration) Hubs(ctx context.Context) ([]Hub, error) {
	result, err := ask[struct {
		Results []Hub `json:"results"`
	}](ctx, a.client, "listing hubs", call{method: http.MethodGet, path: "/operator/hubs/"}, nil)
	return result.Results, err
}

// Hub returns a hub.
func (a Administration) Hub(ctx context.Context, id int64) (Hub, error) {
	return ask[Hub](ctx, a.client, "viewing a hub", call{method: http.MethodGet, path: fmt.Sprintf("/operator/hubs/%d/", id)}, nil)
}

// CreateHub creates a hub, or returns a *ValidationError.
func (a Administration) CreateHub(ctx context.Context, hub NewHub) (Hub, error) {
	return ask[Hub](ctx, a.client, "creating a hub", call{method: http.MethodPost, path: "/operator/hubs/"}, hub)
}

// ChangeHub changes a hub and returns it, or a *ValidationError.
func (a Administration) ChangeHub(ctx context.Context, id int64, change HubChange) (Hub, error) {
	return ask[Hub](ctx, a.client, "changing a hub", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/hubs/%d/", id)}, change)
}

// DisableHub takes no more scans in a hub.
func (a Administration) DisableHub(ctx context.Context, id int64) (Hub, error) {
	return ask[Hub](ctx, a.client, "disabling a hub", call{method: http.MethodPost, path: fmt.Sprintf("/operator/hubs/%d/disable/", id)}, struct{}{})
}

// EnableHub takes scans in a hub again.
func (a Administration) EnableHub(ctx context.Context, id int64) (Hub, error) {
	return ask[Hub](ctx, a.client, "enabling a hub", call{method: http.MethodPost, path: fmt.Sprintf("/operator/hubs/%d/enable/", id)}, struct{}{})
}

// ScanInHub records what was seen of parcels of any account in a hub, and returns what came of each scan, in their order. The same request
// may be sent again: a scan with a name is counted once. It returns a *ValidationError.
func (a Administration) ScanInHub(ctx context.Context, sent HubScans) ([]HubScanResult, error) {
	result, err := ask[struct {
		Scans []HubScanResult `json:"scans"`
	}](ctx, a.client, "scanning in a hub", call{method: http.MethodPost, path: "/operator/scans/"}, sent)
	return result.Scans, err
}

// UnknownScans yields the codes that were scanned in hubs and that no order has, the last first.
func (a Administration) UnknownScans(ctx context.Context) iter.Seq2[UnknownScan, error] {
	return elements[UnknownScan](ctx, a.client, "listing unknown parcels", "/operator/scans/unknown/", nil)
}

// CloseUnknownScan takes a code that no order had off the list, by the name of its scan: for a reason, or because it is a parcel, which gets
// the scan then. The same request again changes nothing. It returns a *ValidationError, and an *Error of status 409 if it is closed otherwise.
func (a Administration) CloseUnknownScan(ctx context.Context, scan string, end UnknownScanEnd) (UnknownScan, error) {
	return ask[UnknownScan](ctx, a.client, "closing an unknown parcel", call{method: http.MethodPost, path: fmt.Sprintf("/operator/scans/unknown/%s/close/", url.PathEscape(scan))}, end)
}

// Parcels yields the parcels of all accounts whose journey has not ended, or those of one account, the newest first.
func (a Administration) Parcels(ctx context.Context, f ParcelFilter) iter.Seq2[Parcel, error] {
	return elements[Parcel](ctx, a.client, "listing parcels", "/operator/orders/", f.query())
}

// ChangeParcels holds, releases or cancels parcels of any account, reports where they are, or corrects their status. Each account has a
// job, which may go on: ParcelJob returns how far it is. It returns a *ValidationError.
func (a Administration) ChangeParcels(ctx context.Context, change ParcelChange) (ParcelsChanged, error) {
	return ask[ParcelsChanged](ctx, a.client, "changing parcels", call{method: http.MethodPost, path: "/operator/orders/change/"}, change)
}

// ParcelJob returns how far a job of ChangeParcels is.
func (a Administration) ParcelJob(ctx context.Context, accountID, id int64) (ParcelJob, error) {
	return ask[ParcelJob](ctx, a.client, "viewing a change of parcels", call{method: http.MethodGet, path: fmt.Sprintf("/operator/orders/jobs/%d/%d/", accountID, id)}, nil)
}

// StopParcels stops at most 200 parcels of any account for a reason.
func (a Administration) StopParcels(ctx context.Context, trackingNos []string, reason string) ([]StoppedParcel, error) {
	result, err := ask[struct {
		Orders []StoppedParcel `json:"orders"`
	}](ctx, a.client, "stopping parcels", call{method: http.MethodPost, path: "/operator/stops/"}, map[string]any{"tracking_nos": trackingNos, "reason": reason})
	return result.Orders, err
}

// LiftStops ends the stops of at most 200 parcels.
func (a Administration) LiftStops(ctx context.Context, trackingNos []string) ([]StoppedParcel, error) {
	result, err := ask[struct {
		Orders []StoppedParcel `json:"orders"`
	}](ctx, a.client, "lifting stops", call{method: http.MethodPost, path: "/operator/stops/lift/"}, map[string]any{"tracking_nos": trackingNos})
	return result.Orders, err
}

// Stops yields the parcels that the operator stops, by account and order.
func (a Administration) Stops(ctx context.Context) iter.Seq2[ParcelStop, error] {
	return elements[ParcelStop](ctx, a.client, "listing stops", "/operator/stops/", nil)
}

// Runs yields the pickup runs, the newest first, without their stops.
func (a Administration) Runs(ctx context.Context) iter.Seq2[Run, error] {
	return elements[Run](ctx, a.client, "listing pickup runs", "/operator/runs/", nil)
}

// Run returns a pickup run with its stops, and what is on their lists now.
func (a Administration) Run(ctx context.Context, id int64) (Run, error) {
	return ask[Run](ctx, a.client, "viewing a pickup run", call{method: http.MethodGet, path: fmt.Sprintf("/operator/runs/%d/", id)}, nil)
}

// OpenRun opens a pickup run, or returns a *ValidationError.
func (a Administration) OpenRun(ctx context.Context, run NewRun) (Run, error) {
	return ask[Run](ctx, a.client, "opening a pickup run", call{method: http.MethodPost, path: "/operator/runs/"}, run)
}

// AddToRun puts the parcel of any account with a tracking number, partner's number or reference on an open run, or says why not: that is no
// error. If several orders have the code, it returns an *Error of status 409. scan names the scan; the same request again has the same
// result.
func (a Administration) AddToRun(ctx context.Context, id int64, code, scan string) (ScanResult, error) {
	return ask[ScanResult](ctx, a.client, "putting a parcel on a pickup run", call{method: http.MethodPost, path: fmt.Sprintf("/operator/runs/%d/parcels/", id)}, map[string]any{"code": code, "scan": scan})
}

// RemoveFromRun takes a parcel off an open run. It returns ErrNotFound also if the parcel is not on it.
func (a Administration) RemoveFromRun(ctx context.Context, id int64, trackingNo string) error {
	_, err := a.client.fetch(ctx, "taking a parcel off a pickup run", call{method: http.MethodDelete, path: fmt.Sprintf("/operator/runs/%d/parcels/%s/", id, url.PathEscape(trackingNo))}, nil)
	return err
}

// CountRun has a run take no more scans, and its lists counted. It returns an *Error of status 409 if the run has no parcels or is signed.
func (a Administration) CountRun(ctx context.Context, id int64) (Run, error) {
	return ask[Run](ctx, a.client, "counting a pickup run", call{method: http.MethodPost, path: fmt.Sprintf("/operator/runs/%d/count/", id)}, struct{}{})
}

// ReopenRun has a run that is counted and not signed take scans again.
func (a Administration) ReopenRun(ctx context.Context, id int64) (Run, error) {
	return ask[Run](ctx, a.client, "opening a pickup run again", call{method: http.MethodPost, path: fmt.Sprintf("/operator/runs/%d/reopen/", id)}, struct{}{})
}

// SignRun signs a run that is counted. It returns an *Error of status 409 if it is not counted, has another number of parcels, or has one
// that cannot be handed over any more.
func (a Administration) SignRun(ctx context.Context, id int64, h HandoverClose) (Run, error) {
	return ask[Run](ctx, a.client, "signing a pickup run", call{method: http.MethodPost, path: fmt.Sprintf("/operator/runs/%d/sign/", id)}, h)
}

// Bags yields the bags of the operator, the newest first.
func (a Administration) Bags(ctx context.Context) iter.Seq2[Bag, error] {
	return elements[Bag](ctx, a.client, "listing bags", "/operator/bags/", nil)
}

// Bag returns a bag.
func (a Administration) Bag(ctx context.Context, id int64) (Bag, error) {
	return ask[Bag](ctx, a.client, "viewing a bag", call{method: http.MethodGet, path: fmt.Sprintf("/operator/bags/%d/", id)}, nil)
}

// OpenBag opens a bag, or returns a *ValidationError.
func (a Administration) OpenBag(ctx context.Context, bag NewBag) (Bag, error) {
	return ask[Bag](ctx, a.client, "opening a bag", call{method: http.MethodPost, path: "/operator/bags/"}, bag)
}

// ChangeBag changes a bag and returns it, or a *ValidationError. It returns an *Error of status 409 without a reason if the bag has departed.
func (a Administration) ChangeBag(ctx context.Context, id int64, change BagChange) (Bag, error) {
	return ask[Bag](ctx, a.client, "changing a bag", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/bags/%d/", id)}, change)
}

// BagParcels yields the parcels of a bag, by account and order.
func (a Administration) BagParcels(ctx context.Context, id int64) iter.Seq2[BagParcel, error] {
	return elements[BagParcel](ctx, a.client, "listing the parcels of a bag", fmt.Sprintf("/operator/bags/%d/parcels/", id), nil)
}

// AddToBag puts the parcel of any account with a tracking number, partner's number or reference into an open bag, or says why not: that is no
// error. If several orders have the code, it returns an *Error of status 409. scan names the scan; the same request again has the same
// result.
func (a Administration) AddToBag(ctx context.Context, id int64, code, scan string) (BagScan, error) {
	return ask[BagScan](ctx, a.client, "putting a parcel into a bag", call{method: http.MethodPost, path: fmt.Sprintf("/operator/bags/%d/parcels/", id)}, map[string]any{"code": code, "scan": scan})
}

// RemoveFromBag takes a parcel out of an open bag. It returns ErrNotFound also if the parcel is not in it.
func (a Administration) RemoveFromBag(ctx context.Context, id int64, trackingNo string) error {
	_, err := a.client.fetch(ctx, "taking a parcel out of a bag", call{method: http.MethodDelete, path: fmt.Sprintf("/operator/bags/%d/parcels/%s/", id, url.PathEscape(trackingNo))}, nil)
	return err
}

// CloseBag has a bag take no more scans, and its parcels counted. It returns an *Error of status 409 if the bag has no parcels.
func (a Administration) CloseBag(ctx context.Context, id int64) (Bag, error) {
	return ask[Bag](ctx, a.client, "closing a bag", call{method: http.MethodPost, path: fmt.Sprintf("/operator/bags/%d/close/", id)}, struct{}{})
}

// ReopenBag has a bag that is closed take scans again, for a reason.
func (a Administration) ReopenBag(ctx context.Context, id int64, reason string) (Bag, error) {
	return ask[Bag](ctx, a.client, "opening a bag again", call{method: http.MethodPost, path: fmt.Sprintf("/operator/bags/%d/reopen/", id)}, map[string]any{"reason": reason})
}

// ReceiveBag records that a bag came to where it was sent.
func (a Administration) ReceiveBag(ctx context.Context, id int64) (Bag, error) {
	return ask[Bag](ctx, a.client, "receiving a bag", call{method: http.MethodPost, path: fmt.Sprintf("/operator/bags/%d/receive/", id)}, struct{}{})
}

// EmptyBag records that the parcels of a bag that was received were taken out.
func (a Administration) EmptyBag(ctx context.Context, id int64) (Bag, error) {
	return ask[Bag](ctx, a.client, "emptying a bag", call{method: http.MethodPost, path: fmt.Sprintf("/operator/bags/%d/empty/", id)}, struct{}{})
}

// Consignments yields the consignments of the operator, the newest first.
func (a Administration) Consignments(ctx context.Context) iter.Seq2[Consignment, error] {
	return elements[Consignment](ctx, a.client, "listing consignments", "/operator/consignments/", nil)
}

// Consignment returns a consignment with its legs.
func (a Administration) Consignment(ctx context.Context, id int64) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "viewing a consignment", call{method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/", id)}, nil)
}

// OpenConsignment opens a consignment, or returns a *ValidationError. It returns an *Error of status 409 if another one has the air waybill.
func (a Administration) OpenConsignment(ctx context.Context, consignment NewConsignment) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "opening a consignment", call{method: http.MethodPost, path: "/operator/consignments/"}, consignment)
}

// ChangeConsignment changes a consignment and returns it, or a *ValidationError. It returns an *Error of status 409 without a reason if a bag has
// departed.
func (a Administration) ChangeConsignment(ctx context.Context, id int64, change ConsignmentChange) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "changing a consignment", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/consignments/%d/", id)}, change)
}

// AddLeg adds a flight or drive to a consignment, or returns a *ValidationError.
func (a Administration) AddLeg(ctx context.Context, id int64, leg NewLeg) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "adding a leg", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/legs/", id)}, leg)
}

// ChangeLeg changes a leg, or returns a *ValidationError.
func (a Administration) ChangeLeg(ctx context.Context, id, legNo int64, change LegChange) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "changing a leg", call{method: http.MethodPatch, path: fmt.Sprintf("/operator/consignments/%d/legs/%d/", id, legNo)}, change)
}

// DepartLeg has a leg depart. It returns an *Error of status 409, which names parcels that customs or the operator keep, if there is no reason.
func (a Administration) DepartLeg(ctx context.Context, id, legNo int64, moved LegMove) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "having a leg depart", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/legs/%d/depart/", id, legNo)}, moved)
}

// ArriveLeg has a leg arrive that has departed.
func (a Administration) ArriveLeg(ctx context.Context, id, legNo int64, moved LegMove) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "having a leg arrive", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/legs/%d/arrive/", id, legNo)}, moved)
}

// ConsignmentBags yields the bags of a consignment, the newest first.
func (a Administration) ConsignmentBags(ctx context.Context, id int64) iter.Seq2[Bag, error] {
	return elements[Bag](ctx, a.client, "listing the bags of a consignment", fmt.Sprintf("/operator/consignments/%d/bags/", id), nil)
}

// PutBags puts bags on a consignment, and with a leg on it.
func (a Administration) PutBags(ctx context.Context, id int64, moved BagsMove) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "putting bags on a consignment", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/bags/", id)}, moved)
}

// LeaveBags takes bags off a leg, and without one out of their consignment.
func (a Administration) LeaveBags(ctx context.Context, id int64, moved BagsMove) (Consignment, error) {
	return ask[Consignment](ctx, a.client, "leaving bags behind", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/bags/leave/", id)}, moved)
}

// ConsignmentParcels yields the parcels of a consignment, by bag, account and order.
func (a Administration) ConsignmentParcels(ctx context.Context, id int64) iter.Seq2[BagParcel, error] {
	return elements[BagParcel](ctx, a.client, "listing the parcels of a consignment", fmt.Sprintf("/operator/consignments/%d/parcels/", id), nil)
}

// ConsignmentEvents yields the events of a consignment, in the order in which they were recorded.
func (a Administration) ConsignmentEvents(ctx context.Context, id int64) iter.Seq2[ConsignmentEvent, error] {
	return elements[ConsignmentEvent](ctx, a.client, "listing the events of a consignment", fmt.Sprintf("/operator/consignments/%d/events/", id), nil)
}

// ReportConsignment records an event of a consignment, which its parcels get in the background, or returns a *ValidationError.
func (a Administration) ReportConsignment(ctx context.Context, id int64, event NewConsignmentEvent) (ConsignmentEvent, error) {
	return ask[ConsignmentEvent](ctx, a.client, "reporting an event of a consignment", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/events/", id)}, event)
}

// Inbound returns what of a consignment came to a hub. It returns ErrNotFound also if the inbound was not opened.
func (a Administration) Inbound(ctx context.Context, id int64) (Inbound, error) {
	return ask[Inbound](ctx, a.client, "viewing an inbound", call{method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/inbound/", id)}, nil)
}

// MoveInbound opens the inbound of a consignment in a hub, closes it, or with a reason opens it again, or returns a *ValidationError. It returns
// an *Error of status 409 if another number of parcels is missing when it is closed.
func (a Administration) MoveInbound(ctx context.Context, id int64, moved InboundMove) (Inbound, error) {
	return ask[Inbound](ctx, a.client, "opening or closing an inbound", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/inbound/", id)}, moved)
}

// ScanInbound records that a bag or a parcel came, or returns a *ValidationError. If several orders have the code, it returns an *Error of
// status 409.
func (a Administration) ScanInbound(ctx context.Context, id int64, seen InboundScan) (InboundParcel, error) {
	return ask[InboundParcel](ctx, a.client, "scanning at an inbound", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/inbound/scans/", id)}, seen)
}

// InboundParcels yields the parcels of an inbound, and what is not of its consignment.
func (a Administration) InboundParcels(ctx context.Context, id int64) iter.Seq2[InboundParcel, error] {
	return elements[InboundParcel](ctx, a.client, "listing the parcels of an inbound", fmt.Sprintf("/operator/consignments/%d/inbound/parcels/", id), nil)
}

// AnswerCustoms records what customs answered about parcels before they are loaded, and returns what came of each answer.
func (a Administration) AnswerCustoms(ctx context.Context, id int64, answers []CustomsAnswer) ([]AnsweredParcel, error) {
	result, err := ask[struct {
		Answers []AnsweredParcel `json:"answers"`
	}](ctx, a.client, "recording answers of customs", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/customs/", id)}, map[string]any{"answers": answers})
	return result.Answers, err
}

// ReadCustoms matches what customs answered or decided about parcels, and stores it if it is confirmed.
func (a Administration) ReadCustoms(ctx context.Context, id int64, report CustomsReport) (CustomsResult, error) {
	return ask[CustomsResult](ctx, a.client, "reading the result of a broker", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/results/", id)}, report)
}

// Manifests returns the newest versions of the manifest of a consignment, the newest first.
func (a Administration) Manifests(ctx context.Context, id int64) ([]ConsignmentManifest, error) {
	result, err := ask[struct {
		Results []ConsignmentManifest `json:"results"`
	}](ctx, a.client, "listing the versions of a manifest", call{method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/manifest/", id)}, nil)
	return result.Results, err
}

// MakeManifest makes the next version of the manifest of a consignment, or returns the newest one if nothing is different. It returns an *Error
// of status 409 if a bag is not closed.
func (a Administration) MakeManifest(ctx context.Context, id int64) (ConsignmentManifest, error) {
	return ask[ConsignmentManifest](ctx, a.client, "making a manifest", call{method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/manifest/", id)}, struct{}{})
}

// ManifestRows returns the newest version with its rows. It returns an *Error of status 409 if the parcels are not as they were then.
func (a Administration) ManifestRows(ctx context.Context, id int64) (ManifestRows, error) {
	return ask[ManifestRows](ctx, a.client, "reading a manifest", call{method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/manifest/rows/", id)}, nil)
}

// CheckConsignment lists what stands against a consignment before it is closed.
func (a Administration) CheckConsignment(ctx context.Context, id int64) ([]ConsignmentFinding, error) {
	result, err := ask[struct {
		Findings []ConsignmentFinding `json:"findings"`
	}](ctx, a.client, "checking a consignment", call{method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/checks/", id)}, nil)
	return result.Findings, err
}

// ManifestTemplates returns which columns brokers want in manifests.
func (a Administration) ManifestTemplates(ctx context.Context) ([]ManifestTemplate, error) {
	result, err := ask[struct {
		Results []ManifestTemplate `json:"results"`
	}](ctx, a.client, "listing templates of manifests", call{method: http.MethodGet, path: "/operator/manifest-templates/"}, nil)
	return result.Results, err
}

// SaveManifestTemplate sets which columns a broker wants, or returns a *ValidationError.
func (a Administration) SaveManifestTemplate(ctx context.Context, template NewManifestTemplate) (ManifestTemplate, error) {
	return ask[ManifestTemplate](ctx, a.client, "setting a template of manifests", call{method: http.MethodPost, path: "/operator/manifest-templates/"}, template)
}

func (a Administration) rotatePartner(ctx context.Context, name, overlap string) (Partner, error) {
	return ask[Partner](ctx, a.client, "rotating the secret of a partner", call{method: http.MethodPost, path: fmt.Sprintf("/operator/partners/%s/rotate/", url.PathEscape(name))}, map[string]any{"overlap": overlap})
}

// Requests is Client.Requests for all accounts. The key needs ScopeAudit.
func (a Administration) Requests(ctx context.Context, f RequestFilter) iter.Seq2[RecordedRequest, error] {
	return elements[RecordedRequest](ctx, a.client, "listing the requests of all accounts", "/operator/requests/", f.query())
}

// ImportCustoms is ReadCustoms for a file of the broker, CSV or XLSX: the answers are stored if confirm is "true".
func (a Administration) ImportCustoms(ctx context.Context, id int64, file []byte, confirm string) (CustomsResult, error) {
	return ask[CustomsResult](ctx, a.client, "reading the file of a broker", call{body: file, contentType: fileType(file), method: http.MethodPost, path: fmt.Sprintf("/operator/consignments/%d/results/file/", id), query: parameters(map[string]any{"confirm": confirm})}, nil)
}

// ExportManifest returns the last manifest of a consignment as XLSX, by the template of its broker.
func (a Administration) ExportManifest(ctx context.Context, id int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "exporting a manifest", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/manifest/xlsx/", id)}, nil)
	return file.body, err
}

// PrintManifest returns the last manifest of a consignment as PDF.
func (a Administration) PrintManifest(ctx context.Context, id int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing a manifest", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/manifest/pdf/", id)}, nil)
	return file.body, err
}

// PrintConsignmentInvoices returns the commercial invoices of the parcels of a consignment as PDF.
func (a Administration) PrintConsignmentInvoices(ctx context.Context, id int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing invoices", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/invoices/", id)}, nil)
	return file.body, err
}

// PrintLeg returns the list of the bags of a leg as PDF.
func (a Administration) PrintLeg(ctx context.Context, id, legNo int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing a leg", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/legs/%d/pdf/", id, legNo)}, nil)
	return file.body, err
}

// PrintTransferSlip returns the slip for who takes over the bags of a leg as PDF.
func (a Administration) PrintTransferSlip(ctx context.Context, id, legNo int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing a transfer slip", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/consignments/%d/legs/%d/slip/", id, legNo)}, nil)
	return file.body, err
}

// PrintBag returns the list of the parcels of a bag as PDF.
func (a Administration) PrintBag(ctx context.Context, id int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing a bag", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/bags/%d/pdf/", id)}, nil)
	return file.body, err
}

// PrintBagLabel returns the label of a bag as PDF.
func (a Administration) PrintBagLabel(ctx context.Context, id int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing the label of a bag", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/bags/%d/label/", id)}, nil)
	return file.body, err
}

// PrintRun returns the list of a pickup run as PDF.
func (a Administration) PrintRun(ctx context.Context, id int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing a pickup run", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/runs/%d/pdf/", id)}, nil)
	return file.body, err
}

// PrintReceipt returns the receipt of an account for a pickup run as PDF.
func (a Administration) PrintReceipt(ctx context.Context, id, accountID int64) ([]byte, error) {
	file, err := a.client.fetch(ctx, "printing a receipt", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/operator/runs/%d/receipts/%d/", id, accountID)}, nil)
	return file.body, err
}

func (f AccountFilter) query() url.Values {
	return parameters(map[string]any{
		"search":    f.Search,
		"suspended": f.Suspended,
	})
}

func (f SubmissionFilter) query() url.Values {
	return parameters(map[string]any{
		"state":          f.State,
		"partner":        f.Partner,
		"account_id":     f.AccountID,
		"created_before": f.CreatedBefore,
		"created_to":     f.CreatedTo,
		"label_missing":  f.LabelMissing,
	})
}

func (f ParcelFilter) query() url.Values {
	return parameters(map[string]any{
		"account_id":          f.AccountID,
		"partner":             f.Partner,
		"code":                f.Code,
		"attention":           f.Attention,
		"hub_id":              f.HubID,
		"bag":                 f.Bag,
		"consignment":         f.Consignment,
		"customs":             f.Customs,
		"date_from":           f.DateFrom,
		"date_to":             f.DateTo,
		"created_from":        f.CreatedFrom,
		"created_to":          f.CreatedTo,
		"service_id":          f.ServiceID,
		"status_code":         f.StatusCode,
		"tracker_status_code": f.TrackerStatusCode,
		"picked_up":           f.PickedUp,
		"is_return":           f.IsReturn,
		"printed":             f.Printed,
		"packed":              f.Packed,
		"queue":               f.Queue,
		"held":                f.Held,
		"search":              f.Search,
		"tag":                 f.Tag,
		"warning":             f.Warning,
	})
}
