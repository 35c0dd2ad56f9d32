package server

import (
	"time"

	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/console"
)

// consolePath is what the console is served below.
const consolePath = "/console/"

// mountConsole serves the console beside the interface.
func (p *process) mountConsole(a *api.API) error {
	c, err := console.New(console.Config{
		Store: p.store, As: a.As, Admit: a.Admit, Charge: a.Charge, Client: a.Client, RequestID: api.RequestID, Now: time.Now, Log: p.Log,
		Version: p.Build.Version, PublicURL: p.Config.PublicURL, Development: p.Config.Environment == config.Development,
	})
	if err != nil {
		return err
	}
	a.Mount(consolePath, "console", c.Handler())
	return nil
}
