// JSON (RFC 8259) for messages, requests and responses:
//
// 1. `JSONReader` parses bytes into a `JSONValue`. `JSONRules` sets the limits and strictness: the body of an HTTP
//    request is read more strictly than an editor's message. Invalid input is a `JSONSyntaxError` with its byte offset.
// 2. `JSONValue` is any value; its `bytes` are the value on one line. `JSONString` escapes its strings, so that the
//    line can be printed safely to a terminal.
// 3. `JSONDocument` writes an `Encodable` value in the same form. Foundation's decoder reads documents of a known
//    shape, after `JSONFieldNames` has checked their field names.
