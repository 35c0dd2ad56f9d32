package blob_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"waybill/internal/blob"
	"waybill/internal/blob/blobtest"
)

func openS3(t *testing.T, c blob.S3Config) *blob.S3 {
	t.Helper()
	s, err := blob.NewS3(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// serve starts a server of the test's own and returns its configuration.
func serve(t *testing.T, handler http.HandlerFunc) blob.S3Config {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return blob.S3Config{URL: server.URL + "/bucket", AccessKey: "key", SecretKey: "hunter2"}
}

// client returns a client of minio's own for the server of c.
func client(t *testing.T, c blob.S3Config) *minio.Client {
	t.Helper()
	u, err := url.Parse(c.URL)
	if err != nil {
		t.Fatal(err)
	}
	made, err := minio.New(u.Host, &minio.Options{Creds: credentials.NewStaticV4(c.AccessKey, c.SecretKey, "")})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// through puts a proxy that changes requests and responses before the server of c.
func through(t *testing.T, c blob.S3Config, request func(*http.Request) error, response func(*http.Response) error) blob.S3Config {
	t.Helper()
	u, err := url.Parse(c.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(&url.URL{Scheme: u.Scheme, Host: u.Host})
			p.Out.Host = p.In.Host // the signature is over the host
			if err := request(p.Out); err != nil {
				t.Error(err)
			}
		},
		ModifyResponse: response,
	})
	t.Cleanup(proxy.Close)
	c.URL = proxy.URL + u.Path
	return c
}

func TestS3(t *testing.T) {
	t.Parallel()
	c := blobtest.S3(t)
	blobtest.Run(t, func(t *testing.T) blob.Store {
		empty := c
		empty.URL += "/" + strings.ToLower(rand.Text())
		return openS3(t, empty)
	})
}

func TestS3KeepsPrefixesApart(t *testing.T) {
	t.Parallel()
	one := blobtest.S3(t)
	other := one
	one.URL += "/one/deep/"
	if err := openS3(t, one).Put(t.Context(), "labels/1", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if _, err := openS3(t, other).Get(t.Context(), "labels/1"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("Get without the prefix: %v", err)
	}
	if got, err := openS3(t, other).Get(t.Context(), "one/deep/labels/1"); err != nil || string(got) != "1" {
		t.Errorf("Get of the whole key = %q, %v", got, err)
	}
}

func TestS3StoresTheMediaType(t *testing.T) {
	t.Parallel()
	c := blobtest.S3(t)
	for name, want := range map[string]string{
		"1.pdf": "application/pdf", "1.png": "image/png", "1.zpl": "application/zpl", "1": "application/octet-stream",
	} {
		if err := openS3(t, c).Put(t.Context(), name, []byte("1")); err != nil {
			t.Fatal(err)
		}
		info, err := client(t, c).StatObject(t.Context(), blobtest.Bucket, name, minio.StatObjectOptions{})
		if err != nil || info.ContentType != want {
			t.Errorf("%s: %q, %v; want %q", name, info.ContentType, err, want)
		}
	}
}

// TestS3RefusesDamagedContent changes a letter on the way to the server.
func TestS3RefusesDamagedContent(t *testing.T) {
	t.Parallel()
	direct := blobtest.S3(t)
	var sum string
	damaging := through(t, direct, func(r *http.Request) error {
		sum = r.Header.Get("Content-Md5")
		body, err := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(bytes.Replace(body, []byte("label"), []byte("lapel"), 1)))
		return err
	}, func(*http.Response) error { return nil })

	if err := openS3(t, direct).Put(t.Context(), "labels/1", []byte("old")); err != nil {
		t.Fatal(err)
	}
	content := []byte("a label")
	if err := openS3(t, damaging).Put(t.Context(), "labels/1", content); err == nil {
		t.Error("damaged content was stored")
	}
	if want := md5.Sum(content); sum != base64.StdEncoding.EncodeToString(want[:]) {
		t.Errorf("Content-MD5 is %q", sum)
	}
	if got, err := openS3(t, direct).Get(t.Context(), "labels/1"); err != nil || string(got) != "old" {
		t.Errorf("Get = %q, %v", got, err)
	}
}

func TestS3ThatCannotBeUsedSaysWhatToFix(t *testing.T) {
	t.Parallel()
	sound := blobtest.S3(t)
	closed, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	for want, spoil := range map[string]func(*blob.S3Config){
		"correct the access key": func(c *blob.S3Config) { c.AccessKey = "unknown" },
		"correct the secret key": func(c *blob.S3Config) { c.SecretKey = "hunter2" },
		"make the bucket":        func(c *blob.S3Config) { c.URL += "-2" },
		"name the bucket's region: write: AuthorizationHeaderMalformed: ": func(c *blob.S3Config) { c.Region = "eu-west-1" },
		"check that the server runs, its address and its keys: write: ": func(c *blob.S3Config) {
			c.URL = "http://" + closed.Addr().String() + "/waybill"
		},
	} {
		c := sound
		spoil(&c)
		s := openS3(t, c)
		err := s.Check(t.Context())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check: %v, want %q", err, want)
		}
		_, getErr := s.Get(t.Context(), "labels/1")
		if getErr == nil || errors.Is(getErr, blob.ErrNotFound) {
			t.Errorf("%s: Get: %v", want, getErr)
		}
		if all := errors.Join(err, getErr).Error(); strings.Contains(all, c.SecretKey) {
			t.Errorf("the secret key is in: %s", all)
		}
	}
}

// TestS3NeedsNoMoreThanThePolicy checks the policy in docs/operations/storage.md.
func TestS3NeedsNoMoreThanThePolicy(t *testing.T) {
	t.Parallel()
	owner := blobtest.S3(t)
	user := blobtest.AddUser(t, owner)
	user.URL += "/waybill-prefix"
	const refused = "allow the access key s3:PutObject and s3:GetObject beneath the prefix"
	if err := openS3(t, user).Check(t.Context()); err == nil || !strings.Contains(err.Error(), refused) {
		t.Errorf("Check without permissions: %v", err)
	}
	policy := strings.ReplaceAll(`{"Version": "2012-10-17", "Statement": [
		{"Effect": "Allow", "Principal": {"AWS": ["USER"]}, "Action": ["s3:PutObject", "s3:GetObject"],
			"Resource": "arn:aws:s3:::waybill/waybill-prefix/*"},
		{"Effect": "Allow", "Principal": {"AWS": ["USER"]}, "Action": "s3:ListBucket", "Resource": "arn:aws:s3:::waybill"}
	]}`, "USER", user.AccessKey)
	if err := client(t, owner).SetBucketPolicy(t.Context(), blobtest.Bucket, policy); err != nil {
		t.Fatal(err)
	}
	if err := openS3(t, user).Check(t.Context()); err != nil {
		t.Errorf("Check: %v", err)
	}
	user.URL += "-of-others"
	if err := openS3(t, user).Check(t.Context()); err == nil || !strings.Contains(err.Error(), refused) {
		t.Errorf("Check beyond the prefix: %v", err)
	}
}

// TestS3NeedsToList makes the server respond as AWS does to a key without s3:ListBucket: 403 for a missing
// object.
func TestS3NeedsToList(t *testing.T) {
	t.Parallel()
	c := through(t, blobtest.S3(t), func(*http.Request) error { return nil }, func(r *http.Response) error {
		if r.StatusCode != http.StatusNotFound {
			return nil
		}
		const body = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"
		r.StatusCode, r.Body, r.ContentLength = http.StatusForbidden, io.NopCloser(strings.NewReader(body)), int64(len(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
		return nil
	})
	const want = "s3:ListBucket on the bucket: read a missing object: AccessDenied"
	if err := openS3(t, c).Check(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Check: %v, want %q", err, want)
	}
}

func TestS3EndsWithTheContext(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(context.Context, *blob.S3) error{
		"Put": func(ctx context.Context, s *blob.S3) error { return s.Put(ctx, "a", []byte("a")) },
		"Get": func(ctx context.Context, s *blob.S3) error { _, err := s.Get(ctx, "a"); return err },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		silent := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			cancel()
			<-r.Context().Done()
		})
		if err := use(ctx, openS3(t, silent)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestS3RepeatsWhatMaySucceedLater(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	s := openS3(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if requests.Add(1)%3 != 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	if err := s.Put(t.Context(), "a", []byte("a")); err != nil || requests.Load() != 3 {
		t.Errorf("Put: %v after %d requests", err, requests.Load())
	}
}

func TestS3GivesUp(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	s := openS3(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	if _, err := s.Get(t.Context(), "a"); err == nil || requests.Load() != 3 {
		t.Errorf("Get: %v after %d requests", err, requests.Load())
	}
}

func TestS3ReadsNoMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	s := openS3(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Last-Modified", "Mon, 01 Jan 2030 00:00:00 GMT")
		_, _ = w.Write(make([]byte, blob.MaxSize+1)) // the client goes before the end
	}))
	if _, err := s.Get(t.Context(), "huge"); !errors.Is(err, blob.ErrTooLarge) {
		t.Errorf("Get: %v, want ErrTooLarge", err)
	}
}

func TestS3SignsForItsRegion(t *testing.T) {
	t.Parallel()
	for configured, want := range map[string]string{"": "us-east-1", "eu-west-3": "eu-west-3"} {
		var signed atomic.Value
		c := serve(t, func(_ http.ResponseWriter, r *http.Request) { signed.Store(r.Header.Get("Authorization")) })
		c.Region = configured
		if err := openS3(t, c).Put(t.Context(), "a", []byte("a")); err != nil {
			t.Fatal(err)
		}
		if authorization, _ := signed.Load().(string); !strings.Contains(authorization, "/"+want+"/s3/aws4_request") {
			t.Errorf("region %q: %s", configured, authorization)
		}
	}
}

func TestS3RefusesAddressesWithoutABucket(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"http://127.0.0.1:9000", "http://127.0.0.1:9000/",
		"http://127.0.0.1:9000/Not A Bucket", "http:///bucket", "://x/bucket",
	} {
		if _, err := blob.NewS3(blob.S3Config{URL: address, AccessKey: "a", SecretKey: "hunter2"}); err == nil ||
			strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
