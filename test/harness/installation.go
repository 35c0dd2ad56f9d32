package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
)

// Installation is a Waybill as its operator has it: the program, and the environment of its commands.
type Installation struct {
	Binary  string
	Environ []string // all of it: nothing is inherited
}

// Run runs a command, and reads its JSON into result unless that is nil.
func (i Installation) Run(ctx context.Context, result any, args ...string) error {
	if result != nil {
		args = append(args, "--json")
	}
	cmd := exec.CommandContext(ctx, i.Binary, args...) //nolint:gosec // the binary was built for this run
	cmd.Env = i.Environ
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err == nil && result != nil {
		err = json.Unmarshal(output, result)
	}
	if err != nil {
		return fmt.Errorf("waybill %v: %w: %s", args, err, &stderr)
	}
	return nil
}

// CreateAccount makes an account and a key for it.
func (i Installation) CreateAccount(ctx context.Context, name string, flags ...string) (id int64, key string, err error) {
	var account struct {
		ID int64 `json:"account_id"`
	}
	if err := i.Run(ctx, &account, append([]string{"account", "create", name}, flags...)...); err != nil {
		return 0, "", err
	}
	var secret struct {
		Key string `json:"secret_key"`
	}
	err = i.Run(ctx, &secret, "key", "create", "--account", strconv.FormatInt(account.ID, 10))
	return account.ID, secret.Key, err
}

// CreatePartner makes a partner with a private URL, and returns its secret.
func (i Installation) CreatePartner(ctx context.Context, name, url string, flags ...string) (secret string, err error) {
	var partner struct {
		Secret string `json:"secret"`
	}
	err = i.Run(ctx, &partner, append([]string{"partner", "create", name, "--url", url, "--allow-private-network"}, flags...)...)
	return partner.Secret, err
}

// CreateService makes a service from and to anywhere.
func (i Installation) CreateService(ctx context.Context, flags ...string) (id int64, err error) {
	var service struct {
		ID int64 `json:"service_id"`
	}
	err = i.Run(ctx, &service, append([]string{"service", "create", "To anywhere"}, flags...)...)
	return service.ID, err
}
