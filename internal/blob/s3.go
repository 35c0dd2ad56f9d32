package blob

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// Limits of a call to S3. The caller's context may end it earlier.
const (
	s3Timeout  = 30 * time.Second // 8 MiB at 300 KB/s
	s3Attempts = 3                // of requests that may succeed when repeated
)

// S3Config names a bucket and the access key to it.
type S3Config struct {
	URL       string // http(s)://HOST[:PORT]/BUCKET[/PREFIX]
	Region    string // "" takes it from an amazonaws.com host, else us-east-1
	AccessKey string
	SecretKey string
}

// S3 is a Store in a bucket of S3 or of a compatible server.
type S3 struct {
	core   *minio.Core
	host   string
	bucket string
	prefix string // of every key
}

// NewS3 opens the store. It makes no request: Check does. No error holds the secret key.
func NewS3(c S3Config) (*S3, error) {
	s, err := newS3(c)
	if err != nil {
		return nil, fmt.Errorf("S3 at %s: %w", c.URL, err)
	}
	return s, nil
}

func newS3(c S3Config) (*S3, error) {
	u, err := url.Parse(c.URL)
	if err != nil {
		return nil, err
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if err := s3utils.CheckValidBucketNameStrict(bucket); err != nil {
		return nil, err
	}
	transport, err := minio.DefaultTransport(u.Scheme == "https") // TLS 1.2 and newer
	if err != nil {
		return nil, err
	}
	core, err := minio.NewCore(u.Host, &minio.Options{
		Creds:  credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		Secure: u.Scheme == "https", Transport: transport, Region: region(c.Region, *u), MaxRetries: s3Attempts,
	})
	if err != nil {
		return nil, err
	}
	return &S3{core: core, host: u.Host, bucket: bucket, prefix: prefix}, nil
}

// region returns the region, never "": the client would ask the server, which needs one more permission.
func region(configured string, u url.URL) string {
	return cmp.Or(configured, s3utils.GetRegionFromURL(u), "us-east-1")
}

// contentTypes are the media types by the ending of a name. Every other content is application/octet-stream.
var contentTypes = map[string]string{
	".pdf": "application/pdf",
	".png": "image/png",
	".zpl": "application/zpl",
}

// Put implements Store.
func (s *S3) Put(ctx context.Context, name string, content []byte) error {
	if err := checkPut(name, content); err != nil {
		return err
	}
	return about("put", name, s.put(ctx, name, content))
}

func (s *S3) put(ctx context.Context, name string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s3Timeout)
	defer cancel()
	_, err := s.core.Client.PutObject(ctx, s.bucket, s.key(name), bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{
		ContentType:      cmp.Or(contentTypes[path.Ext(name)], "application/octet-stream"),
		SendContentMd5:   true, // the server refuses content that was damaged on the way
		DisableMultipart: true,
	})
	return withCode(err)
}

// Get implements Store.
func (s *S3) Get(ctx context.Context, name string) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	content, err := s.get(ctx, name)
	return content, about("get", name, err)
}

func (s *S3) get(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s3Timeout)
	defer cancel()
	body, _, _, err := s.core.GetObject(ctx, s.bucket, s.key(name), minio.GetObjectOptions{})
	if response, is := errors.AsType[minio.ErrorResponse](err); is && response.Code == minio.NoSuchKey {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, withCode(err)
	}
	defer body.Close()
	return readAll(body)
}

// Delete implements Store. A bucket that keeps versions keeps the earlier ones.
func (s *S3) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s3Timeout)
	defer cancel()
	return about("delete", name, withCode(s.core.RemoveObject(ctx, s.bucket, s.key(name), minio.RemoveObjectOptions{})))
}

func (s *S3) key(name string) string { return path.Join(s.prefix, name) }

// withCode adds the error code, which the client's own texts leave out.
func withCode(err error) error {
	if response, is := errors.AsType[minio.ErrorResponse](err); is {
		return fmt.Errorf("%s: %w", response.Code, err)
	}
	return err
}

// The names that Check uses; no file can have them.
const (
	probeName  = ".check"
	absentName = ".absent"
)

// Check implements Store. It leaves an object of a few bytes, always the same one: to remove it would need
// one more permission.
func (s *S3) Check(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return fmt.Errorf("S3 at %s, bucket %s: %s: %w", s.host, s.bucket, advice(err), err)
	}
	return nil
}

func (s *S3) check(ctx context.Context) error {
	probe := []byte("Waybill can write and read here.\n")
	if err := s.put(ctx, probeName, probe); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	read, err := s.get(ctx, probeName)
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	if !bytes.Equal(read, probe) {
		return errors.New("read: the content differs from the content written")
	}
	// A key without permission to list the bucket gets 403 instead of 404 for a missing object.
	if _, err := s.get(ctx, absentName); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("read a missing object: %w", err)
	}
	return nil
}

// fixes are the advice for the error codes of a server.
var fixes = map[string]string{
	minio.NoSuchBucket: "make the bucket, or name another",
	minio.AccessDenied: "allow the access key s3:PutObject and s3:GetObject beneath the prefix, " +
		"and s3:ListBucket on the bucket",
	minio.InvalidAccessKeyID:           "correct the access key",
	minio.SignatureDoesNotMatch:        "correct the secret key",
	minio.RequestTimeTooSkewed:         "synchronise this machine's clock by NTP",
	minio.AuthorizationHeaderMalformed: "name the bucket's region",
	"PermanentRedirect":                "name the host of the bucket's region",
}

func advice(err error) string {
	response, _ := errors.AsType[minio.ErrorResponse](err)
	return cmp.Or(fixes[response.Code], "check that the server runs, its address and its keys")
}
