package e2e_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// driver makes calls through an SDK at a proxy, several at once, and returns their results.
type driver func(t *testing.T, proxy, key string, calls []*drivenCall) []drivenResult

// atOnce is how many calls a driver makes at a time: most wait until they repeat.
const atOnce = 16

// driveGo makes the calls through the package client.
func driveGo(t *testing.T, proxy, key string, calls []*drivenCall) []drivenResult {
	t.Helper()
	results, places := make([]drivenResult, len(calls)), make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i, c := range calls {
		places <- struct{}{}
		wg.Go(func() {
			defer func() { <-places }()
			results[i] = callInGo(t, proxy, key, c)
		})
	}
	wg.Wait()
	return results
}

func callInGo(t *testing.T, proxy, key string, c *drivenCall) drivenResult {
	// The transport repeats a request with a key by itself if a connection that it had breaks.
	once := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	sdk, err := client.New(proxy+"/"+c.ID+"/api", key, client.WithHTTPClient(once))
	if err != nil {
		return drivenResult{ID: c.ID, Error: err.Error()}
	}
	var info client.ResponseInfo
	body, err := sdk.Call(client.WithResponseInfo(t.Context(), &info), c.Method, c.Path, c.IfMatch, c.Body)
	if err == nil {
		return drivenResult{ID: c.ID, Status: http.StatusOK, Body: body, Key: info.IdempotencyKey}
	}
	result := drivenResult{ID: c.ID, Error: err.Error()}
	if failed, ok := errors.AsType[*client.Error](err); ok {
		result.Status, result.Key = failed.StatusCode, failed.IdempotencyKey
	}
	if invalid, ok := errors.AsType[*client.ValidationError](err); ok {
		result.Status, result.Key = http.StatusBadRequest, invalid.IdempotencyKey
	}
	if lost, ok := errors.AsType[*client.ConnectionError](err); ok {
		result.Key = lost.IdempotencyKey
	}
	return result
}

// drivePython makes the calls through clients/python.
func drivePython(t *testing.T, proxy, key string, calls []*drivenCall) []drivenResult {
	t.Helper()
	sdk, err := filepath.Abs(filepath.Join(sdksFolder, "python"))
	if err != nil {
		t.Fatal(err)
	}
	program := exec.CommandContext(t.Context(), harness.Tool(t, "python3"), "drivers/repeat.py")
	return runDriver(t, proxy, key, calls, program, "PYTHONPATH="+sdk)
}

// driveTypeScript makes the calls through clients/typescript.
func driveTypeScript(t *testing.T, proxy, key string, calls []*drivenCall) []drivenResult {
	t.Helper()
	folder := copySDK(t, "typescript")
	packages := linkPackages(t, folder)
	program, err := os.ReadFile("drivers/repeat.ts")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "test", "repeat.ts"), program, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	runIn(t, folder, nil, "node", filepath.Join(packages, "typescript", "bin", "tsc"))
	return runDriver(t, proxy, key, calls, exec.CommandContext(t.Context(), "node", filepath.Join(folder, "dist", "test", "repeat.js")))
}

// runDriver runs a program that reads the calls from its standard input, and prints their results.
func runDriver(t *testing.T, proxy, key string, calls []*drivenCall, program *exec.Cmd, environ ...string) (results []drivenResult) {
	t.Helper()
	input, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	program.Stdin, program.Stderr = bytes.NewReader(input), os.Stderr
	program.Env = append(append(program.Environ(), "WAYBILL_URL="+proxy, "WAYBILL_KEY="+key), environ...)
	output, err := program.Output()
	if err == nil {
		err = json.Unmarshal(output, &results)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return results
}
