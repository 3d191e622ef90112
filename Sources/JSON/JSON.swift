// JSON (RFC 8259) as messages, requests and answers use it:
//
// 1. A `JSONReader` turns bytes into a `JSONValue`. `JSONRules` says how strict it is: a body of a request is read more strictly than
//    a message of an editor. A text that isn't valid is a `JSONSyntaxError`, with the place.
// 2. A `JSONValue` is any value; its `bytes` are the value in one line. `JSONString` escapes its strings, so that the line does
//    nothing to a terminal.
// 3. `JSONDocument` writes an `Encodable` value in the same form. Documents of a known shape are read by the system's decoder, after
//    `JSONFieldNames` has checked their names.
