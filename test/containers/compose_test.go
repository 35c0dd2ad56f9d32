package containers_test

import (
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/compose-spec/compose-go/v2/types"
)

const composeFile = "../../packaging/compose/compose.yaml"

// load reads the file as Compose does, with values for ${…}.
func load(t *testing.T, values map[string]string) (*types.Project, error) {
	t.Helper()
	var env []string
	for name, value := range values {
		env = append(env, name+"="+value)
	}
	options, err := cli.NewProjectOptions([]string{composeFile}, cli.WithEnv(env), cli.WithConsistency(true))
	if err != nil {
		t.Fatal(err)
	}
	return options.LoadProject(t.Context())
}

func project(t *testing.T) *types.Project {
	t.Helper()
	p, err := load(t, map[string]string{"DOMAIN": "ship.example.com", "POSTGRES_PASSWORD": "0123abcd"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func environment(s types.ServiceConfig) map[string]string {
	env := map[string]string{}
	for name, value := range s.Environment {
		if value != nil {
			env[name] = *value
		}
	}
	return env
}

// TestComposeAsksForItsValues: the file for the values names all of them, and the file without a password is refused.
func TestComposeAsksForItsValues(t *testing.T) {
	example, err := dotenv.Read("../../packaging/compose/.env.example")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := load(t, example); err == nil || !strings.Contains(err.Error(), "POSTGRES_PASSWORD") {
		t.Errorf("without a password: %v", err)
	}
	example["POSTGRES_PASSWORD"] = "0123abcd"
	if _, err := load(t, example); err != nil {
		t.Errorf("with a password: %v", err)
	}
	text := read(t, "packaging/compose/.env.example")
	for _, match := range regexp.MustCompile(`\$\{(\w+)`).FindAllStringSubmatch(read(t, "packaging/compose/compose.yaml"), -1) {
		if !regexp.MustCompile(`(?m)^#?` + match[1] + `=`).MatchString(text) {
			t.Errorf(".env.example does not name %s", match[1])
		}
	}
}

// TestComposeWaybill compares the service with the settings and the image.
func TestComposeWaybill(t *testing.T) {
	p := project(t)
	s, env := p.Services["waybill"], environment(p.Services["waybill"])
	checkSettings(t, env)
	if grace := time.Duration(*s.StopGracePeriod); grace <= timeToStop(t, env) {
		t.Errorf("the server is killed after %v, and may take %v to stop", grace, timeToStop(t, env))
	}
	checkMemory(t, env, int64(s.MemLimit))
	database, err := url.Parse(env["WAYBILL_DATABASE_URL"])
	if err != nil {
		t.Fatal(err)
	}
	postgres := environment(p.Services["postgres"])
	password, _ := database.User.Password()
	if database.User.Username() != postgres["POSTGRES_USER"] || password != postgres["POSTGRES_PASSWORD"] ||
		database.Path != "/"+postgres["POSTGRES_DB"] || p.Services[database.Host].Name != "postgres" {
		t.Errorf("the server connects to %s, and the database is %v", database, postgres)
	}
	if env["WAYBILL_PUBLIC_URL"] != "https://"+environment(p.Services["caddy"])["DOMAIN"] || env["WAYBILL_ENV"] != "production" {
		t.Errorf("environment %v", env)
	}
	if proxies := p.Networks["front"].Ipam.Config[0].Subnet; env["WAYBILL_TRUSTED_PROXIES"] != proxies {
		t.Errorf("trusted proxies %s, and Caddy is in %s", env["WAYBILL_TRUSTED_PROXIES"], proxies)
	}
	if s.Volumes[0].Target != imageEnvironment(t)["WAYBILL_DATA"] {
		t.Errorf("the volume is at %s", s.Volumes[0].Target)
	}
	if got := strings.Join(s.HealthCheck.Test, " "); got != "CMD /usr/bin/waybill healthcheck" {
		t.Errorf("health check %q", got)
	}
	if s.DependsOn["postgres"].Condition != types.ServiceConditionHealthy || p.Services["postgres"].HealthCheck == nil {
		t.Error("the server does not wait for the database")
	}
}

// TestComposeCaddy: the Caddyfile is there, and sends requests to the port of the image.
func TestComposeCaddy(t *testing.T) {
	p := project(t)
	s := p.Services["caddy"]
	caddyfile, err := os.ReadFile(filepath.Clean(s.Volumes[0].Source))
	if err != nil {
		t.Fatal(err)
	}
	for variable := range environment(s) {
		if !strings.Contains(string(caddyfile), "{$"+variable+":") {
			t.Errorf("the Caddyfile does not use %s", variable)
		}
	}
	if got, want := environment(s)["SERVERS"], "waybill"+imageEnvironment(t)["WAYBILL_LISTEN"]; got != want {
		t.Errorf("Caddy sends requests to %s, not %s", got, want)
	}
}

// TestComposeRights: only Caddy can be reached from outside, PostgreSQL reaches nobody, and no service has more rights than
// it needs.
func TestComposeRights(t *testing.T) {
	p := project(t)
	if names := slices.Sorted(maps.Keys(p.Services)); !slices.Equal(names, []string{"caddy", "postgres", "waybill"}) {
		t.Fatalf("services %v", names)
	}
	for name, s := range p.Services {
		added := []string(nil)
		if name == "caddy" {
			added = []string{"NET_BIND_SERVICE"}
		}
		if !slices.Equal(s.CapDrop, []string{"ALL"}) || !slices.Equal(s.CapAdd, added) ||
			!slices.Contains(s.SecurityOpt, "no-new-privileges:true") || s.Privileged {
			t.Errorf("%s: capabilities without %v and with %v, %v", name, s.CapDrop, s.CapAdd, s.SecurityOpt)
		}
		if !s.ReadOnly && name != "postgres" {
			t.Errorf("%s can write to its image", name)
		}
		if len(s.Ports) > 0 && name != "caddy" {
			t.Errorf("%s has ports outside: %v", name, s.Ports)
		}
		if s.Restart != types.RestartPolicyUnlessStopped {
			t.Errorf("%s restarts: %q", name, s.Restart)
		}
	}
	if networks := p.Services["postgres"].Networks; len(networks) != 1 || !p.Networks["back"].Internal {
		t.Errorf("PostgreSQL is in %v", networks)
	}
}
