package sandbox

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// kind says what a frame holds.
type kind byte

const (
	kindReady   kind = 'r' // from the process: its limits are set; no content
	kindTask    kind = 't' // to the process: the name of a task, whose input follows
	kindInput   kind = 'i' // to the process
	kindOutput  kind = 'o' // from the process: what the task made of the input
	kindRefused kind = 'x' // from the process: why it made nothing
)

// Limits of what is in a frame, in bytes.
const (
	MaxInput  = 16 << 20 // of a task
	MaxOutput = 8 << 20  // of a task
	maxText   = 300      // of a task's name, and of a reason
)

// most is how many bytes a frame of a kind holds at most; ok is false if there is no such kind.
func (k kind) most() (length int64, ok bool) {
	switch k {
	case kindReady:
		return 0, true
	case kindTask, kindRefused:
		return maxText, true
	case kindInput:
		return MaxInput, true
	case kindOutput:
		return MaxOutput, true
	}
	return 0, false
}

// frameHeader is how many bytes come before the content: the kind, and the length in four.
const frameHeader = 5

// writeFrame writes a frame, whose content must be within the limit of its kind.
func writeFrame(w io.Writer, k kind, content []byte) error {
	header := binary.BigEndian.AppendUint32([]byte{byte(k)}, uint32(len(content)))
	if _, err := w.Write(header); err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	if _, err := w.Write(content); err != nil {
		return fmt.Errorf("write a frame: %w", err)
	}
	return nil
}

// readFrame reads a frame. Memory is taken as bytes arrive, not by the length that is
// announced. Returns io.EOF if there is no frame, io.ErrUnexpectedEOF if it is not whole,
// and another error if its kind is unknown or its content too long.
func readFrame(r io.Reader) (kind, []byte, error) {
	var header [frameHeader]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	k, length := kind(header[0]), int64(binary.BigEndian.Uint32(header[1:]))
	if most, known := k.most(); !known || length > most {
		return 0, nil, fmt.Errorf("a frame of kind %q announces %d bytes", byte(k), length)
	}
	var content bytes.Buffer
	_, err := io.CopyN(&content, r, length)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return 0, nil, err
	}
	return k, content.Bytes(), nil
}
