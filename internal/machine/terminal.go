package machine

import (
	"io"
	"os"
)

// IsTerminal reports whether a person reads what is written.
func IsTerminal(w io.Writer) bool {
	file, isFile := w.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
