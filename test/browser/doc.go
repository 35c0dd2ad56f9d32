// Package browser opens pages in Chromium for tests: a test gets a window with cookies and storage of its own. All windows of a
// package's tests are in one process of each program, which Close ends. A window waits for conditions of its page, never for a time.
package browser
