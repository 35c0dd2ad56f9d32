package people

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// RecoveryCodes is how many recovery codes a user gets at a time. Each signs the user in once.
const RecoveryCodes = 10

const (
	recoveryPrefix = "wbr_"
	recoveryDrawn  = 10 // bytes
)

// IsRecoveryCode reports whether a text that was entered as a password has the form of a recovery code.
func IsRecoveryCode(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), recoveryPrefix)
}

// recoveryHash is the hash of a code, however it was typed from paper.
func recoveryHash(code string) string {
	drawn := strings.TrimPrefix(strings.TrimSpace(code), recoveryPrefix)
	drawn = strings.NewReplacer("O", "0", "I", "1", "L", "1", "-", "", " ", "").Replace(strings.ToUpper(drawn))
	sum := sha256.Sum256([]byte(recoveryPrefix + drawn))
	return hex.EncodeToString(sum[:])
}

// MakeRecoveryCodes gives a user new recovery codes in the place of all that the user has, and returns them. The store keeps their
// hashes. Returns ErrNotFound if there is no such user or it is disabled.
func (s *Store) MakeRecoveryCodes(ctx context.Context, userID int64) ([]string, error) {
	codes, hashes := make([]string, RecoveryCodes), make([]string, RecoveryCodes)
	for i := range codes {
		codes[i] = recoveryPrefix + s.DB.RandomText(recoveryDrawn)
		hashes[i] = recoveryHash(codes[i])
	}
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := s.lockUser(ctx, q, userID); err != nil {
			return err
		}
		err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE users SET recovery_codes = $1 WHERE user_id = $2 AND disabled_on = 0`,
			strings.Join(hashes, " "), userID)
		if err != nil {
			return err
		}
		return s.audit(ctx, q, "make-recovery-codes", userID, nil, map[string]int{"codes": RecoveryCodes})
	})
	if err != nil {
		return nil, s.DB.Explain(fmt.Sprintf("make recovery codes of user %d", userID), err)
	}
	return codes, nil
}

// RecoveryCodesLeft returns how many recovery codes of a user are not used. Returns ErrNotFound.
func (s *Store) RecoveryCodesLeft(ctx context.Context, userID int64) (int, error) {
	hashes, err := engine.Value[string](ctx, s.DB.Reads, `SELECT recovery_codes FROM users WHERE user_id = $1`, userID)
	return len(strings.Fields(hashes)), s.DB.Explain("count recovery codes", engine.NotFound(err))
}

// UseRecoveryCode uses up a recovery code of the user with an e-mail address in lower case, and returns the user and how many codes
// are left. Returns ErrNotFound if there is no such user, it is disabled, or the code is none of its unused ones.
func (s *Store) UseRecoveryCode(ctx context.Context, email, code string) (u User, left int, err error) {
	if !engine.IsText(email) { // a caller who is not signed in chose it
		return User{}, 0, s.DB.Explain("find a user", engine.ErrNotFound)
	}
	ctx = audit.WithActor(ctx, audit.Actor{Kind: audit.ActorUser, Name: email})
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if u, err = selectUser(ctx, q, `u.email = $1 AND u.disabled_on = 0`, email); err != nil {
			return err
		}
		hashes, err := engine.Value[string](ctx, q, `SELECT recovery_codes FROM users WHERE user_id = $1`+s.DB.Dialect.ForUpdate, u.UserID)
		if err != nil {
			return engine.NotFound(err)
		}
		unused := strings.Fields(hashes)
		at := slices.Index(unused, recoveryHash(code))
		if at < 0 {
			return engine.ErrNotFound
		}
		unused = slices.Delete(unused, at, at+1)
		left = len(unused)
		if _, err := q.Exec(ctx, `UPDATE users SET recovery_codes = $1 WHERE user_id = $2`, strings.Join(unused, " "), u.UserID); err != nil {
			return err
		}
		return s.audit(ctx, q, "use-recovery-code", u.UserID, nil, map[string]int{"left": left})
	})
	return engine.Both(u, left, s.DB.Explain("use a recovery code", err))
}
