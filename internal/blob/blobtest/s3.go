package blobtest

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waybill/internal/blob"
)

// serverVariable names the program versitygw, an S3 server that stores objects in a folder.
const serverVariable = "WAYBILL_TEST_VERSITYGW"

// The keys of the server's first user, who has all permissions.
const (
	accessKey = "waybill-test"
	secretKey = "secret-of-the-tests"
)

// Bucket is the bucket that S3 creates.
const Bucket = "waybill"

// S3 starts an S3 server with an empty bucket, and stops it at the end of the test. Without
// WAYBILL_TEST_VERSITYGW the test is skipped, or fails when CI=true.
func S3(tb testing.TB) blob.S3Config {
	tb.Helper()
	program := os.Getenv(serverVariable) //nolint:forbidigo // a setting of the tests
	if program == "" {
		if os.Getenv("CI") == "true" { //nolint:forbidigo // a setting of the tests
			tb.Fatalf("%s is not set, and CI=true forbids to skip S3", serverVariable)
		}
		tb.Skipf("SKIPPED ON S3: %s is not set; run the tests by make test", serverVariable)
	}
	socket := startServer(tb, program)
	return blob.S3Config{URL: forward(tb, socket) + "/" + Bucket, AccessKey: accessKey, SecretKey: secretKey}
}

// AddUser adds a user to the server of c and returns its configuration. The user has no permission but those
// that a policy of the bucket gives it.
func AddUser(tb testing.TB, c blob.S3Config) blob.S3Config {
	tb.Helper()
	user := c
	user.AccessKey, user.SecretKey = "user-"+strings.ToLower(rand.Text()), rand.Text()
	program := os.Getenv(serverVariable) //nolint:forbidigo // a setting of the tests
	//nolint:gosec // the environment of the tests names it
	add := exec.CommandContext(tb.Context(), program, "admin", "--access", c.AccessKey, "--secret", c.SecretKey,
		"--endpoint-url", strings.TrimSuffix(c.URL, "/"+Bucket),
		"create-user", "--access", user.AccessKey, "--secret", user.SecretKey, "--role", "user")
	if said, err := add.CombinedOutput(); err != nil {
		tb.Fatalf("add a user to the S3 server: %v: %s", err, said)
	}
	return user
}

// startServer returns the socket that the server listens on: another program could take a port between its
// choice and the start.
func startServer(tb testing.TB, program string) (socket string) {
	tb.Helper()
	folder := tb.TempDir()
	if err := os.Mkdir(filepath.Join(folder, Bucket), 0o700); err != nil {
		tb.Fatal(err)
	}
	short, err := os.MkdirTemp("", "s3-") //nolint:usetesting // the path of tb.TempDir may be too long for a socket
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = os.RemoveAll(short) })
	socket = filepath.Join(short, "socket")

	ctx, stop := context.WithCancel(context.Background()) // not tb.Context, which ends before the cleanups
	//nolint:gosec // the environment of the tests names it
	server := exec.CommandContext(ctx, program, "--quiet", "--port", socket, "--iam-dir", tb.TempDir(), "posix", folder)
	server.Env = append(server.Environ(), "ROOT_ACCESS_KEY="+accessKey, "ROOT_SECRET_KEY="+secretKey)
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		tb.Fatalf("%s: %v", serverVariable, err)
	}
	ended := make(chan struct{})
	go func() {
		_ = server.Wait() // it was killed, or await reports its end
		close(ended)
	}()
	tb.Cleanup(func() {
		stop()
		<-ended
	})
	if err := await(tb.Context(), socket, ended); err != nil {
		tb.Fatalf("the S3 server does not start: %v", err)
	}
	return socket
}

// await waits until the socket accepts connections.
func await(ctx context.Context, socket string, ended chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for {
		connection, err := dial(ctx, socket)
		if err == nil {
			return connection.Close()
		}
		select {
		case <-ended:
			return errors.New("it ended")
		case <-ctx.Done():
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func dial(ctx context.Context, socket string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "unix", socket)
}

// forward gives the server at the socket a TCP address and returns it as a URL.
func forward(tb testing.TB, socket string) string {
	tb.Helper()
	listener, err := new(net.ListenConfig).Listen(tb.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return // the test ended
			}
			go relay(client, socket)
		}
	}()
	return "http://" + listener.Addr().String()
}

// relay copies bytes between a client and the server until the server closes the connection. A server may respond to a
// request whose body it has not read: the rest is read here, so that the client is not disturbed and reads the response.
func relay(client net.Conn, socket string) {
	defer client.Close()
	server, err := dial(context.Background(), socket)
	if err != nil {
		return // the client sees that the connection ends
	}
	defer server.Close()
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_, _ = io.Copy(server, client)
		_ = server.(*net.UnixConn).CloseWrite()
		_, _ = io.Copy(io.Discard, client)
	}()
	_, _ = io.Copy(client, server)
	_ = client.(*net.TCPConn).CloseWrite()
	<-sent
}
