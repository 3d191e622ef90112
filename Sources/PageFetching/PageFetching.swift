// PageFetching reads the title, description and text of a page on the web, for people who save its location.
//
// Whoever chooses the location, or serves the page, may want to reach something else: a service on this machine, a
// cloud's metadata, a router. Or they want to keep a thread busy or fill the memory. `PageFetcher.fetch` is the entry
// point. Its stages:
//
// 1. `PageURL` parses the location and refuses other schemes, credentials and ports.
// 2. `Transfer` is one request, which a `TransferSet` sends with libcurl; CCurl loads it. Before each connection, `ConnectionPolicy` looks up
//    the resolved address in the table of `AddressRange`. The socket is connected to that very address, so a name that
//    resolves differently the next time gains nothing. Size and time are limited while receiving.
// 3. A redirect goes through stages 1 and 2 again, with a new connection.
// 4. `PageText` decodes the content with the encoding that `DeclaredEncodings` found.
// 5. `HTMLWalk` parses it with libxml2, and `PageReader` collects the values of a `FetchedPage`, with limits on depth
//    and time.
//
// `LinkChecker` requests the headers of many locations with the same `Transfer`, also in one `TransferSet`.
//
// `APIClient` sends requests to the interface of a program that the user named, with the same `Transfer`, and keeps connections;
// `ServerTarget` sends one at a time.
//
// `WebhookSender` posts messages with the same `Transfer`; its `WebhookThread` drives all of them in one `TransferSet`.
//
// It doesn't run scripts, and it doesn't follow `<meta http-equiv="refresh">`.
