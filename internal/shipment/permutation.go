package shipment

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
)

// permutation is a keyed permutation of the integers from 0 to half² - 1, for any half up to 2^30. It
// is a Feistel network on the two halves of a number, with AES as its round function. Eight rounds, as
// FF1 of NIST SP 800-38G has ten of, are ample for hiding order and volume.
type permutation struct{ block cipher.Block }

const feistelRounds = 8

func newPermutation(key [16]byte) permutation {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic("aes refuses a key of 16 bytes: " + err.Error())
	}
	return permutation{block}
}

// apply permutes v. Permutations of another width are independent.
func (p permutation) apply(v, half uint64, width byte) uint64 {
	left, right := v/half, v%half
	round := p.rounds(half, width)
	for n := range byte(feistelRounds) {
		left, right = right, (left+round(n, right))%half
	}
	return left*half + right
}

// invert is the inverse of apply.
func (p permutation) invert(v, half uint64, width byte) uint64 {
	left, right := v/half, v%half
	round := p.rounds(half, width)
	for n := byte(feistelRounds); n > 0; n-- {
		left, right = (right+half-round(n-1, left))%half, left
	}
	return left*half + right
}

// rounds returns the round function, whose results are below half.
func (p permutation) rounds(half uint64, width byte) func(n byte, v uint64) uint64 {
	b := make([]byte, 2*aes.BlockSize)
	in, out := b[:aes.BlockSize], b[aes.BlockSize:]
	in[1] = width
	return func(n byte, v uint64) uint64 {
		in[0] = n
		binary.BigEndian.PutUint64(in[8:], v)
		p.block.Encrypt(out, in)
		return binary.BigEndian.Uint64(out) % half
	}
}
