// Package jobs does one thing with many orders of an account: it changes, holds, releases, cancels or tags them, corrects their
// status, reports on them, or writes them to a file.
//
// A job finds its orders first, the newest first, and stores their numbers in parts of as many as one request to the API takes, or of fewer
// for a Change, which takes longer. Then each part is done, and what came of it is stored together with how far the job is. Orders that are
// created after the start are in no part, and what an order becomes meanwhile moves it to no other one.
//
// A row of the account says how far the job is. A process leases it for a turn of about a second, after which other accounts have theirs.
// A process that dies may have done a part without storing that: the next one does the part again. Nothing is done twice and no order is
// left out, because all operations leave an order as it is that is as they would make it. They say so, and the counts have it as unchanged.
package jobs
