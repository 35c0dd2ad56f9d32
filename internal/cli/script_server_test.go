package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"waybill/internal/cli"
)

var (
	greetingURL = regexp.MustCompile(`http://\S+`)
	greetingKey = regexp.MustCompile(`wb_test_\w+`)
)

// server starts a server with the demo account, which runs until the script ends. WAYBILL_URL and WAYBILL_KEY name it.
func server(script *testscript.TestScript, _ bool, _ []string) {
	ctx, cancel := context.WithCancel(context.Background())
	stdout, greeting := io.Pipe()
	var log bytes.Buffer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cli.Run(ctx, cli.Process{
			Args:    []string{"serve", "--listen", "127.0.0.1:0", "--data", filepath.Join(script.MkAbs("."), "server-data")},
			Environ: []string{"WAYBILL_METRICS_LISTEN=off"}, Stdout: greeting, Stderr: &log,
		})
		_ = greeting.Close()
	}()
	lines := bufio.NewScanner(stdout)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "curl ") {
		for variable, pattern := range map[string]*regexp.Regexp{"WAYBILL_URL": greetingURL, "WAYBILL_KEY": greetingKey} {
			if value := pattern.FindString(lines.Text()); value != "" && script.Getenv(variable) == "" {
				script.Setenv(variable, value)
			}
		}
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
	script.Defer(func() {
		cancel()
		<-ended
	})
	if script.Getenv("WAYBILL_KEY") == "" {
		cancel()
		<-ended
		script.Fatalf("the server does not start: %s", log.String())
	}
}

// exits CODE waybill ARGS: runs a command that must end with an exit code.
func exits(script *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	script.Check(err)
	if code := run(script, args[2:]); code != want {
		script.Fatalf("exit code %d, want %d", code, want)
	}
}
