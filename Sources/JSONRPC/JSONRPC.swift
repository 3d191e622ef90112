// How bytes become JSON-RPC 2.0 messages, and messages bytes:
//
// 1. `MessageReader` takes bytes in pieces of any size and splits them according to `MessageFraming`: a
//    `Content-Length` header before each message (LSP) or one message per line (MCP).
// 2. Each piece is parsed as a `JSONValue`. Input that is too long, too deeply nested or not JSON becomes a
//    `MessageError` with the error response to send, and the reader continues with the next message.
// 3. The value becomes a `Message`: a request, a notification, a result or an error.
// 4. `MessageFraming` serializes a `Message`.
//
// This target does no input or output.
