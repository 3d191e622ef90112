// How a request becomes an answer:
//
// 1. `HTTPServer` listens; each `Connection` decodes requests. `SlowClientHandler` drops clients that send or read nothing,
//    `RequestProgressHandler` answers requests that never become complete, `AnswerFramingHandler` speaks the client's version of HTTP.
// 2. `ServiceResponder` finds the `Route` in the `RouteTable`, the `Space` (an open database) among the `Spaces`, and with
//    `Authorization` the `Caller` and what they may do.
//    Nothing up to here blocks: it runs on the global executor, which all connections share. What follows runs in a `WorkerPool`; pictures and exports are `HeavyWork`.
// 3. `RouteWork` compares the conditions of the request, and does the route's work: reads on the space's reading `TagService`,
//    changes through `SharedCommits`, where those that wait together share one transaction. An `IdempotentRequest` is done once.
// 4. The `Answer` is sent with its `EntityTag`, compressed where that is asked for; an error becomes a `Problem`.
// 5. `CommitWatch` notices the commits of other processes, and `CommitFeed` tells all of them to the streams of events.
//
// Routes stand in `Routes/`, each with what the `OpenAPIDocument` says of it. No rule about tags is written here: rules are
// TagService's.
