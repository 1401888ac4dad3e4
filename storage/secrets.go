package storage

import (
	"database/sql"
	"errors"
	"fmt"

	"sabot/pit/record"
)

// keepSecrets keeps sealed keys with which no entry goes.
func (s *Store) keepSecrets(secrets []record.Secret) error {
	if len(secrets) == 0 {
		return nil
	}
	if err := s.lies.unmoved(); err != nil {
		return fmt.Errorf("keeping the sealed key of %s: %w", secrets[0].Number, err)
	}
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	if err := setSecrets(tx, secrets); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func setSecrets(tx *sql.Tx, secrets []record.Secret) error {
	for _, secret := range secrets {
		_, err := tx.Exec(`INSERT INTO pins (number, hash) VALUES (?, ?) ON CONFLICT (number) DO UPDATE SET hash = excluded.hash`, secret.Number, secret.Sealed)
		if err != nil {
			return fmt.Errorf("keeping the sealed key of %s: %w", secret.Number, err)
		}
	}
	return nil
}

// Secret implements record.Secrets.
func (s *Store) Secret(number string) (string, error) {
	var secret string
	err := s.db.QueryRow(`SELECT hash FROM pins WHERE number = ?`, number).Scan(&secret)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return secret, err
}
