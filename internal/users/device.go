package users

import (
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// DeviceLife is how long a browser in which a user has signed in is known as the user's.
const DeviceLife = 180 * 24 * time.Hour

// devices seals the cookies of browsers, with a key of the database: the end and a random number, and a MAC over these and
// the e-mail address. Wrong passwords of others do not lock such a browser out; its own do. See OWASP, "Slow down online
// guessing attacks with device cookies".
type devices struct{ sealer }

const (
	deviceNumber  = 16
	deviceContent = 8 + deviceNumber
)

// NewDevice returns the cookie of a browser in which a user has signed in.
func (s *SignIn) NewDevice(email string) string {
	content := binary.BigEndian.AppendUint64(nil, uint64(s.now().Add(DeviceLife).Unix()))
	content = append(content, make([]byte, deviceNumber)...)
	_, _ = rand.Read(content[8:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(append(content, s.devices.mac(append(content[:deviceContent:deviceContent], email...))...))
}

// Knows reports whether the user has signed in in the browser with a cookie.
func (s *SignIn) Knows(cookie, email string) bool { return s.deviceOf(cookie, email) != "" }

// deviceOf returns a name for the browser with a cookie, "" if it is not one of the user.
func (s *SignIn) deviceOf(cookie, email string) string {
	whole, err := base64.RawURLEncoding.DecodeString(cookie)
	if err != nil || len(whole) < deviceContent {
		return ""
	}
	content, mac := whole[:deviceContent:deviceContent], whole[deviceContent:]
	if !hmac.Equal(mac, s.devices.mac(append(content, email...))) || s.now().Unix() >= int64(binary.BigEndian.Uint64(content)) {
		return ""
	}
	return "device " + hex.EncodeToString(content[8:])
}
