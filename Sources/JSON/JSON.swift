// JSON (RFC 8259) for messages, requests and responses:
//
// 1. `JSONReader` parses bytes into a `JSONValue`. `JSONRules` sets limits and options, which differ between the bodies
//    of HTTP requests and an editor's messages. Invalid input throws a `JSONSyntaxError` with the byte offset.
// 2. `JSONValue` is any value. `JSONValue.bytes` serializes it on one line. `JSONString` escapes strings, so that the
//    line can be printed safely to a terminal.
// 3. `JSONDocument` writes an `Encodable` value in the same form. Foundation's decoder reads documents of a known
//    shape, after `JSONFieldNames` has checked their field names.
// 4. `JSONSchema` describes the values that a program accepts and returns.
//
// How bytes become JSON-RPC 2.0 messages, and messages bytes, without any input or output:
//
// 1. `MessageReader` takes bytes in pieces of any size and splits them according to `MessageFraming`: a
//    `Content-Length` header before each message (LSP) or one message per line (MCP).
// 2. Each piece is parsed as a `JSONValue`. Input that is too long, too deeply nested or not JSON becomes a
//    `MessageError` with the error response to send, and the reader continues with the next message.
// 3. The value becomes a `Message`: a request, a notification, a result or an error.
// 4. `MessageFraming` serializes a `Message`.
