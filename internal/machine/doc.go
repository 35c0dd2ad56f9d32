// Package machine asks the operating system what the standard library asks for on some systems only: how many bytes of a
// disk are free, how many files a process may open, and whether another process has locked a file. It also says what is a
// terminal. It takes a folder or a file, and returns a number or a lock. What follows from them does not belong here. Only Linux is
// tested.
package machine

import "errors"

// ErrLocked is returned by Lock for a file that another process has locked.
var ErrLocked = errors.New("another process has locked the file")
