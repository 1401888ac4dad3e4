package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// Alone moves a database that nobody is connected to into a folder of its own: on a disk of so many bytes, or of 0 on that of all. End throws the database
// and the folder away. Error: also of a system that lets nobody mount a disk.
func (s *Server) Alone(url string, bytes int64) (folder string, end func() error, err error) {
	c, err := pgx.ParseConfig(url)
	if err != nil {
		return "", nil, err
	}
	name := "alone_" + c.Database
	folder = filepath.Join(s.dir, name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", nil, err
	}
	unmount := func() error { return nil }
	if bytes > 0 {
		if unmount, err = mount(folder, bytes); err != nil {
			return "", nil, err
		}
	}
	if err := os.Chown(folder, s.uid, s.gid); err != nil {
		return "", nil, errors.Join(err, unmount())
	}
	end = func() error {
		dropped := s.sql("DROP DATABASE " + c.Database + " WITH (FORCE)")
		return errors.Join(dropped, s.sql("DROP TABLESPACE "+name), unmount())
	}
	err = s.sql(fmt.Sprintf("CREATE TABLESPACE %s LOCATION '%s'", name, folder))
	if err == nil {
		err = s.sql("ALTER DATABASE " + c.Database + " SET TABLESPACE " + name)
	}
	if err != nil {
		return "", nil, errors.Join(err, end())
	}
	return folder, end, nil
}

// Refuses has PostgreSQL make no file more for a database, until again is called.
func (s *Server) Refuses(url string) (again func() error, err error) {
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		return nil, err
	}
	var inside string
	err = conn.QueryRow(context.Background(), `SELECT current_setting('data_directory') || '/' || regexp_replace(pg_relation_filepath('pg_class'), '/[^/]*$', '')`).Scan(&inside)
	if err = errors.Join(err, conn.Close(context.Background())); err != nil {
		return nil, err
	}
	if inside, err = filepath.EvalSymlinks(inside); err != nil {
		return nil, err
	}
	const closed, open = 0o500, 0o700
	return func() error { return os.Chmod(inside, open) }, os.Chmod(inside, closed)
}
