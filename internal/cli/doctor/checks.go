package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/label"
	"waybill/internal/machine"
	"waybill/internal/shipment"
	"waybill/internal/store/report"
	"waybill/internal/users"
)

// Limits of the checks.
const (
	diskFailed  = 200 << 20 // bytes
	diskWarning = 2 << 30   // bytes: some 1,000,000 orders
	clockSkew   = 2 * time.Second
	standing    = 15 * time.Minute // of a job that is due
)

// firstCommit is before any binary of this program was built.
var firstCommit = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

func checkSettings(c config.Config, warnings []string, err error) finding {
	f := ok("%s, on %s", c.Environment, c.Listen)
	switch {
	case err != nil:
		f = failed("correct the settings", "%s", command.OneLine(err))
	case len(warnings) > 0:
		f = warning("correct the names, or remove the variables", "%s", strings.Join(warnings, "; "))
	}
	f.Check = "settings"
	return f
}

func checkDataFolder(_ context.Context, p target) finding {
	folder := p.config.Data
	info, err := os.Stat(folder)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return failed("let the user that runs the server read it, or name another with WAYBILL_DATA", "%v", err)
	case !missing && !info.IsDir():
		return failed("remove it, or name another with WAYBILL_DATA", "%s is not a folder", folder)
	case missing && p.folderErr != nil:
		return failed("create it for the user that runs the server, or name another with WAYBILL_DATA",
			"%s does not exist, and this user cannot create it: %v", folder, p.folderErr)
	case missing:
		return ok("%s does not exist yet: the server creates it", folder)
	case p.folderErr != nil:
		return failed("let the user that runs the server write to it, or name another with WAYBILL_DATA",
			"this user cannot write to it: %v", p.folderErr)
	case info.Mode().Perm()&0o077 != 0:
		return failed("chmod 700 "+folder, "%s is open to other users (%v)", folder, info.Mode().Perm())
	}
	return ok("%s", folder)
}

// probeFolder returns an error that names the folder if files cannot be created in it, or in the nearest
// existing folder above it.
func probeFolder(folder string) error {
	nearest, err := nearestFolder(folder)
	if err != nil {
		return err
	}
	probe, err := os.CreateTemp(nearest, ".doctor-*")
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	if path, is := errors.AsType[*fs.PathError](err); is {
		err = path.Err // the name of the probe is of no use
	}
	if err != nil {
		return fmt.Errorf("%s: %w", nearest, err)
	}
	return nil
}

func checkDiskSpace(_ context.Context, p target) finding {
	folder, err := nearestFolder(p.config.Data)
	if err != nil {
		return failed("name another folder with WAYBILL_DATA", "%v", err)
	}
	free, err := machine.FreeBytes(folder)
	if err != nil {
		return failed("check the disk", "%v", err)
	}
	return judgeDiskSpace(free)
}

func judgeDiskSpace(free uint64) finding {
	const fix = "free some, or move the data with WAYBILL_DATA"
	switch {
	case free < diskFailed:
		return failed(fix, "%d MiB free", free>>20)
	case free < diskWarning:
		return warning(fix, "%d MiB free", free>>20)
	}
	return ok("%d GiB free", free>>30)
}

// nearestFolder is the folder, or the nearest existing one above it.
func nearestFolder(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(folder)
		if !errors.Is(err, fs.ErrNotExist) || folder == filepath.Dir(folder) {
			return folder, err
		}
		folder = filepath.Dir(folder)
	}
}

func checkDatabase(_ context.Context, p target) finding {
	switch {
	case p.err != nil && p.config.SQLite() && p.folderErr != nil:
		return failed("let the user that runs the server read and write the files of the data folder", "%s", command.OneLine(p.err))
	case p.err != nil:
		return failed("check that it runs, and that WAYBILL_DATABASE_URL or WAYBILL_DATA names it", "%s", command.OneLine(p.err))
	case p.store == nil && p.folderErr != nil:
		return failed("let the user that runs the server write to the data folder", "%s does not exist, and cannot be created",
			p.config.Database())
	case p.store == nil:
		return ok("%s does not exist yet: the server creates it", p.config.Database())
	}
	return ok("%s at %s", p.store.DB.Engine(), p.config.Database())
}

func checkSchema(_ context.Context, p target) finding {
	switch {
	case !p.isReadable():
		return ok("nothing to check yet")
	case p.have > p.want:
		return failed("start the newer version, or name other data", "%d, but this program knows %d", p.have, p.want)
	case p.have < p.want:
		return warning("`waybill migrate`, or start the server", "%d, but this program needs %d", p.have, p.want)
	}
	return ok("%d", p.have)
}

// checkSearch says how many orders of an earlier version are in the search index.
func checkSearch(ctx context.Context, p target) finding {
	lag, err := p.store.Search.SearchLag(ctx)
	switch {
	case err != nil:
		return failed("check the database's log", "%s", command.OneLine(err))
	case lag.Indexed < 100:
		return warning("wait while a server runs: it indexes the newest orders first", "indexing: %d %%", lag.Indexed)
	}
	return ok("all orders are found")
}

// checkJobs finds changes of many orders, or exports, that nobody works on.
func checkJobs(ctx context.Context, p target) finding {
	facts, err := report.Reader{Store: p.store}.Facts(ctx)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	for _, q := range facts.Queues {
		if q.Kind == "jobs" && q.Waiting > 0 && time.Since(q.OldestDue) > standing {
			return warning("start a server; if one runs, its log says why", "%d changes of many orders or exports wait, one since %s",
				q.Waiting, q.OldestDue.UTC().Format(time.RFC3339))
		}
	}
	return ok("none stands")
}

// checkBlobs leaves a probe in a bucket, which does not count as data; see blob.S3.Check.
func checkBlobs(ctx context.Context, p target) finding {
	place, fix := p.config.BlobS3URL, "correct the settings WAYBILL_BLOB_S3_…, or the bucket"
	if place == "" {
		place, fix = p.config.BlobFolder(), "let the user that runs the server write to the data folder"
		_, err := os.Stat(place)
		switch missing := errors.Is(err, fs.ErrNotExist); {
		case missing && p.folderErr != nil:
			return failed(fix, "%s does not exist, and cannot be created", place)
		case missing:
			return ok("%s does not exist yet: the server creates it", place)
		}
	}
	blobs, err := data.OpenBlobs(p.config)
	if err == nil {
		err = blobs.Check(ctx)
	}
	if err != nil {
		return failed(fix, "%s", command.OneLine(err))
	}
	return ok("%s", place)
}

// fontProbe has characters of each large family of scripts, in fields that a label prints.
var fontProbe = label.Shipment{Order: shipment.Order{
	TrackingNo: "WB00000000000SG",
	Consignee:  shipment.Party{Name: "Zoë Жук 中文 かな 한글", Address: "ไทย العربية עברית हिन्दी தமிழ்", Country: "SG"},
}}

func checkFonts(context.Context, target) finding {
	printed, err := label.NewPrinter().Print(io.Discard, fontProbe, label.Options{})
	const fix = "build waybill again from a complete clone"
	switch {
	case err != nil:
		return failed(fix, "a label does not print: %v", err)
	case len(printed.Warnings) > 0:
		return failed(fix, "a label does not print completely: %s", printed.Warnings[0])
	}
	return ok("labels print in every script")
}

func checkClock(ctx context.Context, p target) finding {
	now := time.Now()
	database := now
	if p.isReadable() {
		var err error
		if database, err = p.store.DB.Clock(ctx); err != nil {
			return failed("check the database's log", "the database's clock: %s", command.OneLine(err))
		}
	}
	built := command.ReadBuild().Committed
	if built.IsZero() {
		built = firstCommit
	}
	found := judgeClock(now, time.Now(), built, database)
	if found.Result == resultOK && p.isCurrent() {
		behind, err := p.store.ClockBehind(ctx)
		if err != nil {
			return failed("check the database's log", "the times in the database: %s", command.OneLine(err))
		}
		if behind > 0 {
			return failed("set the clock, and keep it by NTP; if it is right, the clock of a server was ahead, and is it no more",
				"the clock is %v behind times that servers have stored", behind.Round(time.Second))
		}
	}
	return found
}

// judgeClock compares this machine's clock, before and after the database told its time, with the time of the build and with that time.
func judgeClock(now, after, built, theirs time.Time) finding {
	text := now.UTC().Format(time.RFC3339)
	if now.Before(built) {
		return failed("set the clock, and keep it by NTP", "%s is before the build of this program", text)
	}
	skew := min(0, theirs.Sub(now)) + max(0, theirs.Sub(after)) // none while the database was asked
	if skew = skew.Round(time.Millisecond); skew.Abs() > clockSkew {
		return failed("keep both clocks by NTP", "the clocks of the database and this machine differ by %v", skew)
	}
	return ok("%s", text)
}

func checkEnvironment(ctx context.Context, p target) finding {
	environment := string(p.config.Environment)
	if !p.isReadable() || p.have == 0 {
		return ok("nothing to check yet")
	}
	marked, err := p.store.DB.Environment(ctx)
	switch {
	case err != nil:
		return failed("check the database's log", "%s", command.OneLine(err))
	case marked == "":
		return ok("the data has no environment yet: the first start of a server sets %s", environment)
	case marked != environment:
		return failed("set WAYBILL_ENV="+marked+", or name other data with WAYBILL_DATA or WAYBILL_DATABASE_URL",
			"the data is that of %s, and WAYBILL_ENV is %s", marked, environment)
	}
	return ok("the data is that of %s", marked)
}

func checkPublicURL(_ context.Context, p target) finding {
	_, passkeys := users.NewRelyingParty(p.config.PublicURL, "")
	switch url := p.config.PublicURL; {
	case url != "" && p.config.Environment == config.Production && !strings.HasPrefix(url, "https://"):
		return warning("serve by https:// through a proxy", "%s is not encrypted", url)
	case url != "" && passkeys != nil:
		return warning("set WAYBILL_PUBLIC_URL to https:// and a domain name, or do without passkeys", "%s: %v", url, passkeys)
	case url != "":
		return ok("%s", url)
	case p.config.Environment == config.Production:
		return failed("set WAYBILL_PUBLIC_URL to the address that shippers use",
			"links to labels would follow each request's Host, and users cannot sign in by passkeys")
	}
	return ok("links to labels follow each request's Host")
}

// checkProxies warns of a server that only a proxy on this machine can reach, but that does not trust it.
func checkProxies(_ context.Context, p target) finding {
	if trusted := p.config.TrustedProxies; len(trusted) > 0 {
		return ok("trusted: %s", joined(trusted))
	}
	host, _, _ := net.SplitHostPort(p.config.Listen) // the setting was parsed the same way
	address, err := netip.ParseAddr(host)
	if p.config.Environment == config.Production && (host == "localhost" || err == nil && address.IsLoopback()) {
		return warning("set WAYBILL_TRUSTED_PROXIES to the address that the proxy connects from, such as 127.0.0.1",
			"none is trusted: the limits by address do not apply to callers behind a proxy on this machine")
	}
	return ok("none is trusted")
}

func joined(networks []netip.Prefix) string {
	texts := make([]string, len(networks))
	for i, network := range networks {
		if texts[i] = network.String(); network.IsSingleIP() {
			texts[i] = network.Addr().String()
		}
	}
	return strings.Join(texts, ", ")
}
