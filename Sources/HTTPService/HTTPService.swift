// How a request becomes a response:
//
// 1. `HTTPServer` listens, and each `Connection` decodes requests. `PipeliningHandler` passes on one request at a time,
//    when it's the turn of its address (`RequestTurns`). `SlowClientHandler` drops clients that stop sending
//    or reading, `RequestProgressHandler` refuses requests that never complete, and `ResponseFramingHandler` frames
//    responses for the client's version of HTTP.
// 2. `ServiceResponder` passes the request through `RequestGate` (limits, host, errors), Hummingbird's router, and
//    `SpaceAccess`, which opens the `Space` (a database) and identifies the `Caller`. Nothing up to this point blocks:
//    the code runs on the global executor, which all connections share. The rest runs in a `WorkerPool`; pictures and
//    exports are `HeavyWork`, and `PageReads` reads web pages.
// 3. `Route` checks permissions, reads the request as a `Call` with the values of its `Field`s, and does its work. Clients
//    take turns reading (`FairQueue`). Changes that are waiting share one transaction (`SharedCommits`), which also checks each
//    request's `Conditions` and stores the response to an `IdempotentRequest`.
// 4. The `ServiceResponse` becomes an HTTP response with an `EntityTag`, compressed if the client accepts gzip. Errors
//    become a `Problem`.
// 5. `CommitWatch` notices commits by other processes, and `CommitFeed` sends every commit to the event streams.
//
// The routes are in `Routes/`, those of other servers' APIs (`ClientAPI`) in `Clients/`, each with its part of the `OpenAPIDocument`. The rules about tags are in TagService, not
// in this target.
