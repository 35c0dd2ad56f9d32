package web

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/inforce"
	"waybill/internal/jobs"
	"waybill/internal/label"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// texts are values as texts.
func texts[S ~string](values ...S) (all []string) {
	for _, value := range values {
		all = append(all, string(value))
	}
	return all
}

// TestEveryValueHasAWord: words.csv has the values that the program knows, each once.
func TestEveryValueHasAWord(t *testing.T) {
	t.Parallel()
	attempts := texts(store.AttemptSubmit, store.AttemptFind, store.AttemptCancel, store.AttemptLabel, store.AttemptRetry,
		store.AttemptResolve, store.AttemptReport)
	known := map[string][]string{
		"tracker status":          texts(shipment.TrackerStatuses()...),
		"queue":                   append(texts(shipment.Queues()...), ""),
		"role":                    append(shipment.AccountRoles(), shipment.OperatorRoles()...),
		"scope":                   shipment.AllScopes.Names(),
		"scope preset":            shipment.PresetNames(),
		"mark":                    shipment.ServiceMarks(),
		"job state":               texts(jobs.Choosing, jobs.Running, jobs.Done, jobs.Stopped, jobs.Failed),
		"job kind":                texts(jobs.Change, jobs.Hold, jobs.Release, jobs.Cancel, jobs.Tag, jobs.Export, jobs.Correct, jobs.Report),
		"attempt":                 attempts,
		"attempt of a submission": attempts,
		"event source": {
			shipment.SourceOperator, shipment.SourceCorrection, shipment.SourceService, shipment.SourceHub, shipment.SourceConsigned,
		},
		"document": append(texts(label.Parcel, label.CN22, label.CN23, label.Invoice, label.Proforma, label.CustomsData),
			"proof_of_delivery"),
		"submission state": append(texts(store.SubmissionPending, store.SubmissionSubmitted, store.SubmissionUnknown,
			store.SubmissionConfirmed, store.SubmissionFailed, store.SubmissionCancelled),
			texts(store.CancellationWaiting, store.CancellationRefused)...),
		"rule state":  texts(inforce.On, inforce.Off, inforce.NotYet, inforce.Ended, inforce.Wrong),
		"rule origin": texts(inforce.BuiltIn, inforce.Replaced, inforce.Operator),
		"severity":    texts(rules.SeverityError, rules.SeverityHold, rules.SeverityWarning),
		"skipped rule": texts(rules.SkipDisabled, rules.SkipService, rules.SkipAccount, rules.SkipLane, rules.SkipDay, rules.SkipReturn,
			rules.SkipNoRate, rules.SkipWhen, rules.SkipWhenFailed),
		"audit subject": {
			audit.SubjectAccount, audit.SubjectKey, audit.SubjectOrder, audit.SubjectImport, audit.SubjectJob, audit.SubjectEndpoint,
			audit.SubjectService, audit.SubjectPartner, audit.SubjectRule, audit.SubjectRates, audit.SubjectHSCodes, audit.SubjectSanctions,
			audit.SubjectUser, audit.SubjectMember, audit.SubjectHandover, audit.SubjectHub, audit.SubjectRun, audit.SubjectUnknown,
			audit.SubjectBag, audit.SubjectConsignment, audit.SubjectBroker,
			"customs",
			shipment.Templates.Kind, shipment.Addresses.Kind, shipment.Goods.Kind, shipment.Boxes.Kind, shipment.Drafts.Kind, shipment.Views.Kind,
		},
	}
	for _, fact := range masterdata.CustomsSettings() {
		known["customs fact"] = append(known["customs fact"], fact.Name)
		if fact.Choices != nil {
			known["value of "+fact.Name] = fact.Choices
		}
	}
	for of, want := range known {
		var got []string
		for _, choice := range Choices(of) {
			got = append(got, choice[0])
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: words.csv has %q, and the program %q", of, got, want)
		}
	}
}

// TestWordsAreUsed: what values are of is named where their words are used, and each value is there once.
func TestWordsAreUsed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../*/*.go")
	features, featuresErr := filepath.Glob("../../feature/*/*.go")
	if err := errors.Join(err, featuresErr); err != nil {
		t.Fatal(err)
	}
	files = append(files, features...)
	used := ""
	for _, file := range files {
		if content, err := os.ReadFile(file); err == nil && !strings.HasSuffix(file, "_test.go") {
			used += string(content)
		}
	}
	for of := range words {
		if !strings.Contains(used, "("+strconv.Quote(of)+")") && !strings.HasPrefix(of, "value of ") {
			t.Errorf("nobody uses the words for values of a %s", of)
		}
		if rows, values := len(words[of]), len(Badges[string](of)); rows != values {
			t.Error(fmt.Sprintf("%d rows have %d values", rows, values), of)
		}
	}
}
