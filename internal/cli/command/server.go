package command

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/config"
)

// GoodbyeTimeout bounds the last request, which is made when a command is stopped.
const GoodbyeTimeout = 5 * time.Second

// defaultServer is a development server on this machine.
const defaultServer = "http://127.0.0.1:8080"

// ServerFlags are the flags of commands that call a server as an account.
type ServerFlags struct{ server, key, keyFile string }

// Bind makes the flags of a command.
func (f *ServerFlags) Bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "", "`URL` of the server [$"+config.ClientURL+"] (default "+defaultServer+")")
	flags.StringVar(&f.key, "key", "", "secret `KEY` of the account, which other users of the machine can see [$"+config.ClientKey+"]")
	flags.StringVar(&f.keyFile, "key-file", "", "`FILE` with the key [$"+config.ClientKeyFile+"]")
}

// Complete takes what no flag gave from the environment, and reads the key.
func (f *ServerFlags) Complete(environ []string) error {
	variables := make(map[string]string)
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		variables[name] = value
	}
	f.server = cmp.Or(f.server, variables[config.ClientURL], defaultServer)
	if f.key == "" && f.keyFile == "" {
		f.key, f.keyFile = variables[config.ClientKey], variables[config.ClientKeyFile]
	}
	switch {
	case f.key != "" && f.keyFile != "":
		return Usagef("the key and a file with it are both given: keep one")
	case f.key == "" && f.keyFile == "":
		return Usagef("the key is missing: set %s. The server prints the demo account's key at its first start, `waybill key "+
			"create` makes another", config.ClientKey)
	case f.key != "":
		return nil
	}
	content, err := os.ReadFile(f.keyFile)
	if err != nil {
		return fmt.Errorf("read the key: %w", err)
	}
	if f.key = strings.TrimSpace(string(content)); f.key == "" {
		return Usagef("%s is empty: want a secret key", f.keyFile)
	}
	return nil
}

// Connect makes a client of the server, for flags that are complete. It does not repeat requests: what is wrong is
// printed at once.
func (f *ServerFlags) Connect() (*client.Client, error) {
	if err := CheckWebAddress("--server", f.server); err != nil {
		return nil, err
	}
	return client.New(strings.TrimSuffix(strings.TrimRight(f.server, "/"), "/api")+"/api", f.key, client.WithMaxRetries(0))
}

// Open is Connect with what the environment says.
func (f *ServerFlags) Open(environ []string) (*client.Client, error) {
	if err := f.Complete(environ); err != nil {
		return nil, err
	}
	return f.Connect()
}

// ServerFunc carries out a command on a server.
type ServerFunc func(context.Context, *cobra.Command, *client.Client, []string) error

// OnServer completes a command that calls a server as an account, and may print JSON.
func OnServer(p Process, cmd *cobra.Command, do ServerFunc) *cobra.Command {
	return WithJSON(OnServerAsText(p, cmd, do))
}

// OnServerAsText is OnServer for a command that never prints JSON.
func OnServerAsText(p Process, cmd *cobra.Command, do ServerFunc) *cobra.Command {
	var f ServerFlags
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		server, err := f.Open(p.Environ)
		if err != nil {
			return err
		}
		return do(cmd.Context(), cmd, server, args)
	}
	cmd.Flags().SortFlags = false
	f.Bind(cmd)
	return cmd
}

// CheckWebAddress refuses the value of a flag that is no URL of HTTP.
func CheckWebAddress(flag, value string) error {
	if u, err := url.Parse(value); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return Usagef("%s is %q: want a URL such as http://localhost:3000/waybill", flag, value)
	}
	return nil
}
