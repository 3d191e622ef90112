// JSON (RFC 8259) for messages, requests and responses:
//
// 1. `JSONReader` parses bytes into a `JSONValue`. `JSONRules` sets limits and options, which differ between the bodies
//    of HTTP requests and an editor's messages. Invalid input throws a `JSONSyntaxError` with the byte offset.
// 2. `JSONValue` is any value. `JSONValue.bytes` serializes it on one line. `JSONString` escapes strings, so that the
//    line can be printed safely to a terminal.
// 3. `JSONDocument` writes an `Encodable` value in the same form. Foundation's decoder reads documents of a known
//    shape, after `JSONFieldNames` has checked their field names.
