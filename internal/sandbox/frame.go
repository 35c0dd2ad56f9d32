package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// kind is the content type of a frame.
type kind byte

const (
	kindReady   kind = 'r' // from the process: its limits are set; without content
	kindTask    kind = 't' // to the process: the name of a task, whose input follows
	kindInput   kind = 'i' // to the process
	kindOutput  kind = 'o' // from the process: the task's output
	kindRefused kind = 'x' // from the process: why there is no output
)

// maxText is the most bytes of a task's name, and of the reason of a refusal.
const maxText = 300

// most returns the largest content of a frame of this kind; ok is false for an unknown kind.
func (k kind) most(l Limits) (length int64, ok bool) {
	switch k {
	case kindReady:
		return 0, true
	case kindTask, kindRefused:
		return maxText, true
	case kindInput:
		return int64(l.Input), true
	case kindOutput:
		return int64(l.Output), true
	}
	return 0, false
}

// frameHeader is the length of a frame's header: the kind, and four bytes of length.
const frameHeader = 5

// writeFrame writes a frame. The content must be within the limit of its kind.
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

// firstPart is how many bytes of a frame memory is allocated for before they arrive.
const firstPart = 512

// readFrame reads a frame. It allocates memory as bytes arrive, not by the announced length. It returns
// io.EOF if there is no frame, io.ErrUnexpectedEOF if the frame is cut short, and another error if its kind
// is unknown or its content too long.
func readFrame(r io.Reader, l Limits) (kind, []byte, error) {
	var header [frameHeader]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	k, length := kind(header[0]), int64(binary.BigEndian.Uint32(header[1:]))
	if most, known := k.most(l); !known || length > most {
		return 0, nil, fmt.Errorf("a frame of kind %q announces %d bytes", byte(k), length)
	}
	var content []byte
	for int64(len(content)) < length {
		if len(content) == cap(content) {
			content = slices.Grow(content, int(min(length-int64(len(content)), int64(max(len(content), firstPart)))))
		}
		part := content[len(content):min(int64(cap(content)), length)]
		n, err := io.ReadFull(r, part)
		content = content[:len(content)+n]
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, nil, err
		}
	}
	return k, content, nil
}
