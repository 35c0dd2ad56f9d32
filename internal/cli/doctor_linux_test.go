package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestDoctorFindsAFolderThatItCannotWrite is a data folder that belongs to another user, one below such a folder,
// and one with data of another user.
func TestDoctorFindsAFolderThatItCannotWrite(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	full := filepath.Join(folder, "full")
	if code, said := runs(t, full, nil, "migrate"); code != 0 {
		t.Fatal(said)
	}
	for _, readOnly := range []string{full, folder} {
		if os.Getuid() == 0 { // see asNobody
			chown(t, filepath.Dir(readOnly), readOnly)
		}
		if err := os.Chmod(readOnly, 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(readOnly, 0o700) })
	}
	asNobody(t)
	missing := filepath.Join(folder, "missing")
	for data, wanted := range map[string][]string{
		folder: {
			"data folder   failed   this user cannot write to it: " + folder + ": permission denied",
			"- data folder: let the user that runs the server write to it, or name another with WAYBILL_DATA",
			"database      failed   " + folder + "/waybill.db does not exist, and cannot be created",
			"blobs         failed   " + folder + "/blobs does not exist, and cannot be created",
		},
		missing: {
			"data folder   failed   " + missing + " does not exist, and this user cannot create it: " + folder + ": permission denied",
			"- data folder: create it for the user that runs the server, or name another with WAYBILL_DATA",
		},
		full: {"data folder   failed   this user cannot write to it: " + full + ": permission denied"},
	} {
		code, said := runs(t, data, nil, "doctor")
		for _, want := range wanted {
			if code != 1 || !strings.Contains(said, want) {
				t.Errorf("%s: exit code %d: %s\nwant %s", data, code, said, want)
			}
		}
	}
}

const nobody = 65534

func chown(t *testing.T, folders ...string) {
	t.Helper()
	for _, folder := range folders {
		if err := os.Chown(folder, nobody, -1); err != nil {
			t.Fatal(err)
		}
	}
}

// asNobody gives a test that runs as root the rights of another user to files. Only the thread of the test
// changes.
func asNobody(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	runtime.LockOSThread()
	become := func(user uintptr) {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETFSUID, user, 0, 0); errno != 0 {
			t.Error(errno)
		}
	}
	become(nobody)
	t.Cleanup(func() {
		become(0)
		runtime.UnlockOSThread()
	})
}
