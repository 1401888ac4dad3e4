// Package pitserver is the pit server: machines of the house ship their streams to it, it holds
// them against what it has, keeps them in the pit's database and countersigns their heads.
package pitserver

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"sabot/app/pitclient"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
)

// A Config is the configuration of a pit.
type Config struct {
	House    string   // as the database calls it
	Names    []string // others that the house ever had
	Database central.Database
	Identity sign.Identity        // of the pit, the house's authorities behind it
	Witness  string               // the key that it countersigns with
	Memory   Memory               // what it has countersigned; nil where nobody keeps it
	Houses   bool                 // it is a group's, and its machines are the pits of houses
	Member   *pitclient.Enrolment // in a group; nil where the house is in none
	Files    storage.Folder       // where it keeps what it derives for its group
	Now      func() time.Time
	Log      *log.Logger
}

// A Server is a pit. Several may run on one database, of which one writes.
type Server struct {
	Config
	witness                        // its own is of the one that writes, which waits for nobody who asks
	leader  atomic.Pointer[leader] // nil while another one writes
	waiting atomic.Pointer[error]  // why
	intake  *intake
	queries central.Reading // of who asks
	abreast bool            // its memory has had all that the database has, once
	learned time.Time       // what other pits have countersigned was read, last
	refuses bool            // the database or the memory had no room for what this pit wrote last, and the log says so; of Lead alone
	unheld  bool            // it has said that it has no memory of what it countersigned
	told    told
	rare    rareLog // of what comes again and again
}

// New returns a pit that does nothing yet. Error: of an invalid key.
func New(c Config) (*Server, error) {
	verifier, err := seal.WitnessVerifier(c.Witness)
	if err != nil {
		return nil, err
	}
	w := witness{memory: c.Memory, own: c.Database.Read(c.House), verifier: verifier, houses: c.Houses, followed: map[place]seal.Tree{}}
	s := &Server{Config: c, witness: w, intake: newIntake(), rare: rareLog{to: c.Log, now: time.Now}, queries: c.Database.Read(c.House)}
	if c.Member != nil {
		_, err = newMember(s) // another one each time that this pit writes
	}
	return s, err
}

// Serve answers on a listener, and writes where no other pit does, until ctx ends. Error: of a
// listener that broke; of a database that is another house's, a newer one or none at all.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.queries.Close()
	defer s.own.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	server := &http.Server{
		Handler: s.Handler(), TLSConfig: pitclient.ServerTLS(s.Identity), ErrorLog: log.New(&s.rare, "", 0), BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	ended := make(chan error, 2)
	go func() { ended <- server.Serve(tls.NewListener(l, server.TLSConfig)) }()
	go func() { ended <- s.Lead(ctx) }()
	err := <-ended
	stop()
	closing, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if server.Shutdown(closing) != nil {
		server.Close()
	}
	<-ended
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, context.Canceled) {
		err = nil
	}
	return err
}

// again is the time until the right to write is asked for again.
const again = 400 * time.Millisecond

// Lead writes whenever no other pit does, until ctx ends. Where the database has no pit in it, as after it was
// lost, it waits until one is put back. Nobody has to start each server again then.
func (s *Server) Lead(ctx context.Context) error {
	for ctx.Err() == nil {
		was := s.refuses
		w, err := s.Database.Write(ctx, s.House)
		leads := err == nil
		if leads {
			err = s.write(ctx, w)
			w.Close()
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, central.ErrOtherHouse):
			return err
		}
		if !was || !s.refuses || !leads { // else it has said that
			s.wait(err)
		}
		s.learn(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
	return nil
}

// wait logs why this pit does not write; once for each reason.
func (s *Server) wait(err error) {
	if was := s.waiting.Swap(&err); was == nil || *was == nil || (*was).Error() != err.Error() {
		s.Log.Printf("not writing: %v", err)
	}
}

// writes logs that this pit writes.
func (s *Server) writes(l *leader) {
	s.refuses = false
	s.waiting.Store(new(error))
	s.Log.Printf("writing: %d machines, %d streams", len(l.machines), l.streams())
}

// write runs the leader, until it can no longer write.
func (s *Server) write(ctx context.Context, w central.Writing) error {
	l, err := newLeader(ctx, s, w)
	if err != nil {
		return err
	}
	s.leader.Store(l)
	if !s.refuses {
		s.writes(l)
	}
	if set, err := s.queries.Otherwise(ctx); err == nil && len(set) > 0 {
		s.Log.Print(SetOtherwise(set))
	}
	defer s.leader.Store(nil)
	if s.Member != nil {
		m, err := newMember(s)
		if err != nil {
			return err
		}
		saying, stop := context.WithCancel(ctx)
		said := make(chan struct{})
		go func() { defer close(said); m.run(saying) }()
		defer func() { stop(); <-said }()
	}
	return l.run(ctx)
}

// Handler answers requests of machines, each with the certificate of its connection.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST "+pitclient.HelloPath, s.asked(s.hello))
	mux.Handle("POST "+pitclient.AppendPath, s.answers(s.append))
	if s.Houses { // a house tells its group, and is told nothing of others
		return mux
	}
	mux.Handle("GET "+pitclient.StreamsPath, s.reads(s.readStreams))
	mux.Handle("GET "+pitclient.PulledPath, s.reads(s.readPulled))
	mux.Handle("GET "+pitclient.MachinesPath, s.reads(s.readMachines))
	mux.Handle("GET "+pitclient.TablePath, s.asked(s.readTable))
	mux.Handle("GET "+pitclient.FormerPath, s.asked(s.readFormer))
	mux.Handle("GET "+pitclient.BoxesPath, s.asked(s.readBoxes))
	mux.Handle("GET "+pitclient.HandedPath, s.asked(s.readHanded))
	mux.Handle("GET "+pitclient.HousePath, s.asked(s.readHouse))
	mux.Handle("POST "+pitclient.AskPath, s.asked(s.ask))
	mux.Handle("POST "+pitclient.LookPath, s.reads(s.look))
	mux.Handle("GET "+pitclient.AskedPath, s.reads(s.readAsked))
	mux.HandleFunc("GET "+pitclient.ChangesPath, s.changes)
	return mux
}

// answered is the longest time that a request waits for the database: it holds one of few connections.
const answered = 5 * time.Second

// asked answers machines of the house that speak as this pit does.
func (s *Server) asked(answer func(*http.Request, client) (any, error)) http.Handler {
	return s.answers(func(_ http.ResponseWriter, r *http.Request, c client) (any, error) {
		ctx, cancel := context.WithTimeout(r.Context(), answered)
		defer cancel()
		return answer(r.WithContext(ctx), c)
	})
}

// answers serves machines as asked does, for what reads the request as it arrives. What went wrong inside goes into the log: a machine is told no more
// than that it has to ask again.
func (s *Server) answers(answer func(http.ResponseWriter, *http.Request, client) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := s.client(r)
		var v any
		if refused := pitclient.CheckQuery(r.URL.Query()); err == nil && refused != nil {
			err = refused
		}
		if err == nil {
			v, err = answer(w, r, c)
		}
		pitclient.Answer(w, v, s.outside(r, c, err))
	})
}

// outside returns the answer to a machine for an error: a refusal as it is; for any other error, which goes into the
// log, that it has to ask again.
func (s *Server) outside(r *http.Request, c client, err error) error {
	var refused *pitclient.Refusal
	if err == nil {
		return nil
	}
	if errors.As(err, &refused) {
		if c.Name != "" && (refused.Why == pitclient.Malformed || refused == errNoRoom) {
			s.sends(r, c, refused)
		}
		return err
	}
	doubled := (*central.DoubledError)(nil)
	if errors.As(err, &doubled) {
		s.rare.printf("doubled"+doubled.Error(), "%s: %s: %v", c.Name, r.URL.Path, doubled)
		return pitclient.Refuse(pitclient.NotWriting, "%v", doubled)
	}
	if r.Context().Err() == nil {
		s.rare.printf(c.Name+r.URL.Path+central.Words(err), "%s: %s: %v", c.Name, r.URL.Path, err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return pitclient.Refuse(pitclient.NotWriting, "the pit is busy: later")
	}
	return pitclient.Refuse(pitclient.NotWriting, "the pit's database does not answer: its log says more")
}

// A client is a machine at the other end.
type client struct {
	sign.Post
	serial, program string
	issued          time.Time // its certificate
}

// client returns the machine that asks. It does not check whether the certificate is the latest: the leader does, and
// mayRead for readers.
func (s *Server) client(r *http.Request) (client, error) {
	post, c, err := pitclient.Client(r.TLS, s.Identity, s.Now())
	if err != nil {
		s.rare.printf("refused: "+err.Error(), "%s: refused: %v", r.RemoteAddr, err)
		return client{}, err
	}
	if refused := pitclient.Understand(r.Header, "the machine "+post.Name); refused != nil {
		s.rare.printf(post.Name+": "+refused.Says, "%s: refused: %v", post.Name, refused)
		return client{}, refused
	}
	return client{post, pitclient.Serial(c), pitclient.Program(r.Header), sign.Issued(c)}, nil
}

// sends logs the machine that sends something which is not accepted, or not whole.
func (s *Server) sends(r *http.Request, c client, refused *pitclient.Refusal) {
	const longest = 200
	says := strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(refused.Says[:min(len(refused.Says), longest)], "?"))
	s.rare.printf(c.Name+r.URL.Path+string(refused.Why), "%s: %s: refused: %s", c.Name, r.URL.Path, says)
}

// plainly returns why a pit does not write, for machines: where its database is, and by which login it is asked, its log says.
func plainly(err error) string {
	lost := (*central.LostError)(nil)
	switch {
	case errors.As(err, &lost):
		return central.Words(err)
	case errors.Is(err, central.ErrTaken):
		return "another pit writes to the database"
	case errors.Is(err, central.ErrOld):
		return "the database is an old one, and its log says which"
	case errors.Is(err, central.ErrOlder):
		return "the database has the layout of an older Sabot"
	case errors.Is(err, central.ErrNewer):
		return central.ErrNewer.Error()
	case errors.Is(err, errMemory):
		return errMemory.Error()
	case central.StandsTwice(err):
		return central.Words(err)
	}
	return "its database does not answer, and its log says more"
}

// leads gives a job to the leader and waits for it.
func (s *Server) leads(ctx context.Context, j *job) (any, error) {
	l := s.leader.Load()
	if l == nil {
		why := "it has just started"
		if err := s.waiting.Load(); err != nil && *err != nil {
			why = plainly(*err)
		}
		return nil, pitclient.Refuse(pitclient.NotWriting, "this pit does not write now: %s", why)
	}
	j.done = make(chan struct{})
	select {
	case l.jobs <- j:
	case <-l.ended:
		return nil, pitclient.Refuse(pitclient.NotWriting, "this pit has just stopped writing")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	<-j.done
	return j.answer, j.err
}
