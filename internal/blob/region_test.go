package blob

import (
	"net/url"
	"testing"
)

func TestRegionFollowsTheHost(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{
		"s3.eu-central-1.amazonaws.com":             "eu-central-1",
		"s3.dualstack.ap-southeast-1.amazonaws.com": "ap-southeast-1",
		"s3.amazonaws.com":                          "us-east-1",
		"minio.example.com":                         "us-east-1",
	} {
		if got := region("", url.URL{Host: host}); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
		if got := region("eu-west-3", url.URL{Host: host}); got != "eu-west-3" {
			t.Errorf("%s: %s, want the configured region", host, got)
		}
	}
}
