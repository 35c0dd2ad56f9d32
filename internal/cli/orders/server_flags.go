package orders

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/config"
)

// defaultServer is a development server on this machine.
const defaultServer = "http://127.0.0.1:8080"

// serverFlags are the flags of commands that call a server as an account.
type serverFlags struct{ server, key, keyFile string }

func (f *serverFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.server, "server", "", "`URL` of the server [$"+config.ClientURL+"] (default "+defaultServer+")")
	flags.StringVar(&f.key, "key", "", "secret `KEY` of the account, which other users of the machine can see [$"+config.ClientKey+"]")
	flags.StringVar(&f.keyFile, "key-file", "", "`FILE` with the key [$"+config.ClientKeyFile+"]")
}

// complete takes what no flag gave from the environment, and reads the key.
func (f *serverFlags) complete(environ []string) error {
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
		return command.Usagef("the key and a file with it are both given: keep one")
	case f.key == "" && f.keyFile == "":
		return command.Usagef("the key is missing: set %s. The server prints the demo account's key at its first start, `waybill key "+
			"create` makes another", config.ClientKey)
	case f.key != "":
		return nil
	}
	content, err := os.ReadFile(f.keyFile)
	if err != nil {
		return fmt.Errorf("read the key: %w", err)
	}
	if f.key = strings.TrimSpace(string(content)); f.key == "" {
		return command.Usagef("%s is empty: want a secret key", f.keyFile)
	}
	return nil
}

// connect makes a client of the server, for flags that are complete. It does not repeat requests: what is wrong is
// printed at once.
func (f *serverFlags) connect() (*client.Client, error) {
	if err := checkWebAddress("--server", f.server); err != nil {
		return nil, err
	}
	return client.New(strings.TrimSuffix(strings.TrimRight(f.server, "/"), "/api")+"/api", f.key, client.WithMaxRetries(0))
}

// open is connect with what the environment says.
func (f *serverFlags) open(environ []string) (*client.Client, error) {
	if err := f.complete(environ); err != nil {
		return nil, err
	}
	return f.connect()
}

// serverFunc carries out a command on a server.
type serverFunc func(context.Context, *cobra.Command, *client.Client, []string) error

// onServer completes a command that calls a server as an account, and may print JSON.
func onServer(p command.Process, cmd *cobra.Command, do serverFunc) *cobra.Command {
	return command.WithJSON(onServerAsText(p, cmd, do))
}

// onServerAsText is onServer for a command that never prints JSON.
func onServerAsText(p command.Process, cmd *cobra.Command, do serverFunc) *cobra.Command {
	var f serverFlags
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		server, err := f.open(p.Environ)
		if err != nil {
			return err
		}
		return do(cmd.Context(), cmd, server, args)
	}
	cmd.Flags().SortFlags = false
	f.bind(cmd)
	return cmd
}

// checkWebAddress refuses the value of a flag that is no URL of HTTP.
func checkWebAddress(flag, value string) error {
	if u, err := url.Parse(value); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return command.Usagef("%s is %q: want a URL such as http://localhost:3000/waybill", flag, value)
	}
	return nil
}
