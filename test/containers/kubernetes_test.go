package containers_test

import (
	"fmt"
	"net/netip"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	podsecurity "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

// manifests are all objects of packaging/kubernetes. Of each kind there is one.
type manifests struct {
	namespace  corev1.Namespace
	secret     corev1.Secret
	config     corev1.ConfigMap
	job        batchv1.Job
	deployment appsv1.Deployment
	service    corev1.Service
	budget     policyv1.PodDisruptionBudget
	ingress    networkingv1.Ingress
	network    networkingv1.NetworkPolicy
}

// decode reads all objects strictly: a field that their types do not have is an error, and so is one that comes twice.
func decode(t *testing.T) (m manifests) {
	t.Helper()
	kinds := map[string]metav1.Object{
		"v1 Namespace": &m.namespace, "v1 Secret": &m.secret, "v1 ConfigMap": &m.config, "batch/v1 Job": &m.job,
		"apps/v1 Deployment": &m.deployment, "v1 Service": &m.service, "policy/v1 PodDisruptionBudget": &m.budget,
		"networking.k8s.io/v1 Ingress": &m.ingress, "networking.k8s.io/v1 NetworkPolicy": &m.network,
	}
	files, err := filepath.Glob("../../packaging/kubernetes/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for document := range strings.SplitSeq(string(content), "\n---\n") {
			var meta metav1.TypeMeta
			if err := yaml.Unmarshal([]byte(document), &meta); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			kind := meta.APIVersion + " " + meta.Kind
			object := kinds[kind]
			if object == nil {
				t.Fatalf("%s has a %s, which is unknown here or comes twice", file, kind)
			}
			delete(kinds, kind)
			if err := yaml.UnmarshalStrict([]byte(document), object); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if meta.Kind != "Namespace" && object.GetNamespace() != "waybill" {
				t.Errorf("%s: the %s is in the namespace %q", file, meta.Kind, object.GetNamespace())
			}
		}
	}
	if len(kinds) > 0 || m.namespace.Name != "waybill" {
		t.Fatalf("missing: %v; the namespace is %q", kinds, m.namespace.Name)
	}
	return m
}

// pods are the templates of the server and of the migration.
func (m manifests) pods() map[string]corev1.PodTemplateSpec {
	return map[string]corev1.PodTemplateSpec{"server": m.deployment.Spec.Template, "migration": m.job.Spec.Template}
}

// TestSelectors: each selector selects the pods that it should, and no others.
func TestSelectors(t *testing.T) {
	m := decode(t)
	spread := m.deployment.Spec.Template.Spec.TopologySpreadConstraints
	if len(spread) != 1 {
		t.Fatalf("%d constraints", len(spread))
	}
	both := []string{"migration", "server"}
	for name, c := range map[string]struct {
		selector *metav1.LabelSelector
		want     []string
	}{
		"deployment": {m.deployment.Spec.Selector, both[1:]},
		"service":    {&metav1.LabelSelector{MatchLabels: m.service.Spec.Selector}, both[1:]},
		"budget":     {m.budget.Spec.Selector, both[1:]},
		"spread":     {spread[0].LabelSelector, both[1:]},
		"network":    {&m.network.Spec.PodSelector, both},
	} {
		selector, err := metav1.LabelSelectorAsSelector(c.selector)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for pod, template := range m.pods() {
			if selector.Matches(labels.Set(template.Labels)) {
				got = append(got, pod)
			}
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("the selector of the %s selects %v, want %v", name, got, c.want)
		}
	}
}

// TestPorts: the ports of probes, of the service, of the ingress and of the network policy are those on which the server listens.
func TestPorts(t *testing.T) {
	m := decode(t)
	server := m.deployment.Spec.Template.Spec.Containers[0]
	ports := map[string]int32{}
	for _, port := range server.Ports {
		ports[port.Name] = port.ContainerPort
	}
	for name, listen := range map[string]string{
		"http": imageEnvironment(t)["WAYBILL_LISTEN"], "metrics": m.config.Data["WAYBILL_METRICS_LISTEN"],
	} {
		if listen != fmt.Sprintf(":%d", ports[name]) {
			t.Errorf("the server listens on %s, and the port %s is %d", listen, name, ports[name])
		}
	}
	for want, probes := range map[string][]*corev1.Probe{
		"/healthz": {server.StartupProbe, server.LivenessProbe}, "/readyz": {server.ReadinessProbe},
	} {
		for _, probe := range probes {
			if get := probe.HTTPGet; get.Path != want || get.Port != intstr.FromString("http") {
				t.Errorf("a probe asks for %s on %s", get.Path, get.Port.String())
			}
		}
	}
	if to := m.service.Spec.Ports[0].TargetPort; to != intstr.FromString("http") {
		t.Errorf("the service sends requests to %s", to.String())
	}
	backend := m.ingress.Spec.Rules[0].HTTP.Paths[0].Backend.Service
	if backend.Name != m.service.Name || backend.Port.Name != m.service.Spec.Ports[0].Name {
		t.Errorf("the ingress sends requests to %+v", backend)
	}
	for i, name := range []string{"http", "metrics"} {
		if rule := m.network.Spec.Ingress[i]; len(rule.From) != 1 || rule.Ports[0].Port.IntVal != ports[name] {
			t.Errorf("the network policy admits %v from %v", rule.Ports, rule.From)
		}
	}
}

// TestSettings: the variables are settings of Waybill, and the files that they name are in the secret.
func TestSettings(t *testing.T) {
	m := decode(t)
	checkSettings(t, m.config.Data)
	host := m.ingress.Spec.Rules[0].Host
	if m.config.Data["WAYBILL_PUBLIC_URL"] != "https://"+host || m.ingress.Spec.TLS[0].Hosts[0] != host {
		t.Errorf("the public URL is %s, and the ingress serves %s", m.config.Data["WAYBILL_PUBLIC_URL"], host)
	}
	if m.config.Data["WAYBILL_BLOB_S3_URL"] == "" {
		t.Error("the servers have no common place for labels of partners")
	}
	for name, pod := range m.pods() {
		c := pod.Spec.Containers[0]
		if len(pod.Spec.Containers) != 1 || len(c.EnvFrom) != 1 || c.EnvFrom[0].ConfigMapRef.Name != m.config.Name || len(c.Env) > 0 {
			t.Errorf("the %s has other settings: %+v", name, c)
		}
		mounts := map[string]string{}
		for _, mount := range c.VolumeMounts {
			mounts[mount.Name] = mount.MountPath
		}
		for _, volume := range pod.Spec.Volumes {
			if volume.Secret != nil && (volume.Secret.SecretName != m.secret.Name || *volume.Secret.DefaultMode != 0o440) {
				t.Errorf("the %s reads the secret %s with the mode %o", name, volume.Secret.SecretName, *volume.Secret.DefaultMode)
			}
		}
		// The volume itself is open to other users, which `waybill doctor` refuses.
		if mounts["data"] != imageEnvironment(t)["WAYBILL_DATA"] || path.Dir(m.config.Data["WAYBILL_DATA"]) != mounts["data"] {
			t.Errorf("the volume of the %s is at %s", name, mounts["data"])
		}
		used := 0
		for variable, file := range m.config.Data {
			if !strings.HasSuffix(variable, "_FILE") {
				continue
			}
			used++
			if _, ok := m.secret.StringData[path.Base(file)]; !ok || path.Dir(file) != mounts["secret"] {
				t.Errorf("the %s reads %s from %s, which is not in the secret", name, variable, file)
			}
		}
		if used != len(m.secret.StringData) {
			t.Errorf("the secret has %d values, and %d are used", len(m.secret.StringData), used)
		}
	}
}

// TestSecretOfTheDocumentation: the command that creates the secret gives it the values of the example.
func TestSecretOfTheDocumentation(t *testing.T) {
	m := decode(t)
	page := read(t, "docs/operations/containers.md")
	var got []string
	for _, match := range regexp.MustCompile(`--from-(?:file|literal)=([a-z0-9-]+)=`).FindAllStringSubmatch(page, -1) {
		got = append(got, match[1])
	}
	for key, value := range m.secret.StringData {
		if !slices.Contains(got, key) || !strings.Contains(value, "CHANGE-ME") {
			t.Errorf("the example has %s, which the command does not set, or it has a real value", key)
		}
	}
}

// TestPodSecurity asks what Kubernetes asks when the namespace enforces a level.
func TestPodSecurity(t *testing.T) {
	m := decode(t)
	level, err := podsecurity.ParseLevel(m.namespace.Labels[podsecurity.EnforceLevelLabel])
	if err != nil || level != podsecurity.LevelRestricted {
		t.Fatalf("the level is %q: %v", level, err)
	}
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, pod := range m.pods() {
		lv := podsecurity.LevelVersion{Level: level, Version: podsecurity.LatestVersion()}
		for _, result := range evaluator.EvaluatePod(lv, &pod.ObjectMeta, &pod.Spec) {
			if !result.Allowed {
				t.Errorf("the %s: %s: %s", name, result.ForbiddenReason, result.ForbiddenDetail)
			}
		}
		s, c := pod.Spec.SecurityContext, pod.Spec.Containers[0].SecurityContext
		if !*c.ReadOnlyRootFilesystem || *s.RunAsUser != 65532 || *s.FSGroup != 65532 {
			t.Errorf("the %s writes to its image, or has another user than the image: %+v", name, s)
		}
		if *pod.Spec.AutomountServiceAccountToken || *pod.Spec.EnableServiceLinks {
			t.Errorf("the %s has a token of the cluster, or variables of services, which are no settings", name)
		}
	}
}

// TestAvailability: an update and a drain leave a server, and a server has the time to finish.
func TestAvailability(t *testing.T) {
	m := decode(t)
	d := m.deployment.Spec
	if *d.Replicas != 2 || d.Strategy.RollingUpdate.MaxUnavailable.IntVal != 0 || m.budget.Spec.MinAvailable.IntVal != 1 {
		t.Errorf("%d servers, %v, %v", *d.Replicas, d.Strategy.RollingUpdate, m.budget.Spec)
	}
	pod := d.Template.Spec
	grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second
	if need := timeToStop(t, m.config.Data); grace <= need {
		t.Errorf("a server is killed after %v, and may take %v to stop", grace, need)
	}
	delay, err := time.ParseDuration(m.config.Data["WAYBILL_DRAIN_DELAY"])
	probe := pod.Containers[0].ReadinessProbe
	noticed := time.Duration(probe.PeriodSeconds*probe.FailureThreshold+probe.TimeoutSeconds) * time.Second
	if err != nil || delay <= noticed {
		t.Errorf("a server serves for %v after it began to stop, and that is noticed after %v: %v", delay, noticed, err)
	}
	checkMemory(t, m.config.Data, pod.Containers[0].Resources.Limits.Memory().Value())
	if spread := pod.TopologySpreadConstraints[0]; spread.TopologyKey != corev1.LabelHostname || spread.MaxSkew != 1 {
		t.Errorf("the servers are spread by %s", spread.TopologyKey)
	}
}

// TestMigration: one job, with the version of the servers.
func TestMigration(t *testing.T) {
	m := decode(t)
	job, server := m.job.Spec.Template.Spec.Containers[0], m.deployment.Spec.Template.Spec.Containers[0]
	if job.Image != server.Image || !slices.Equal(job.Args, []string{"migrate"}) || len(job.Command) > 0 {
		t.Errorf("the job runs %v of %s, and the servers are %s", job.Args, job.Image, server.Image)
	}
	if *m.job.Spec.Parallelism != 1 || *m.job.Spec.Completions != 1 {
		t.Errorf("%d migrations at once", *m.job.Spec.Parallelism)
	}
}

// TestEgress: the pods reach names, PostgreSQL, and the rest of the world, and no private address but that of PostgreSQL.
func TestEgress(t *testing.T) {
	m := decode(t)
	if !slices.Equal(m.network.Spec.PolicyTypes, []networkingv1.PolicyType{"Ingress", "Egress"}) {
		t.Fatalf("the policy is for %v", m.network.Spec.PolicyTypes)
	}
	for address, want := range map[string]bool{
		"10.0.0.20:5432": true, "10.0.0.21:5432": false, "10.0.0.20:443": false,
		"203.0.113.7:443": true, "203.0.113.7:587": true, "203.0.113.7:465": true, "203.0.113.7:80": false, "[2001:db8::1]:443": true,
		"169.254.169.254:443": false, "172.20.0.1:443": false, "192.168.1.1:443": false, "100.64.0.1:443": false,
		"[fd00::1]:443": false, "[fe80::1]:443": false,
	} {
		if got := reaches(m.network.Spec.Egress, netip.MustParseAddrPort(address)); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
	for _, port := range m.network.Spec.Egress[0].Ports {
		if port.Port.IntVal != 53 || m.network.Spec.Egress[0].To[0].NamespaceSelector == nil {
			t.Errorf("names are asked for on %v", port)
		}
	}
}

// reaches says whether a rule of addresses allows a connection.
func reaches(rules []networkingv1.NetworkPolicyEgressRule, to netip.AddrPort) bool {
	within := func(network string) bool { return netip.MustParsePrefix(network).Contains(to.Addr()) }
	for _, rule := range rules {
		port := slices.ContainsFunc(rule.Ports, func(p networkingv1.NetworkPolicyPort) bool { return p.Port.IntVal == int32(to.Port()) })
		address := slices.ContainsFunc(rule.To, func(p networkingv1.NetworkPolicyPeer) bool {
			return p.IPBlock != nil && within(p.IPBlock.CIDR) && !slices.ContainsFunc(p.IPBlock.Except, within)
		})
		if port && address {
			return true
		}
	}
	return false
}
