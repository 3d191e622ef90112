// How a request becomes a response:
//
// 1. `HTTPServer` listens; each `Connection` decodes requests. `SlowClientHandler` drops clients that send or read nothing,
//    `RequestProgressHandler` responses requests that never become complete, `ResponseFramingHandler` speaks the client's version of HTTP.
// 2. `ServiceResponder` passes the request through `RequestGate` (limits, host, errors), Hummingbird's router, and `SpaceAccess`
//    (the `Space`, which is an open database, and the `Caller`). Nothing up to here blocks: it runs on the global executor, which
//    all connections share. The rest runs in a `WorkerPool`; pictures and exports are `HeavyWork`.
// 3. `Endpoint` checks permissions, reads the request as a `Call`, and does the work of the `Route`. Clients take turns to
//    read (`FairQueue`). Changes go through `SharedCommits`, so that waiting changes share one transaction; it includes the
//    request's `Conditions` and its `IdempotentRequest`.
// 4. The `ServiceResponse` becomes a response with an `EntityTag`, compressed if the client takes that; an error becomes a `Problem`.
// 5. `CommitWatch` notices the commits of other processes, and `CommitFeed` sends all of them to the event streams.
//
// Routes are in `Routes/`, each with its part of the `OpenAPIDocument`. No rule about tags is written here: rules are
// TagService's.
