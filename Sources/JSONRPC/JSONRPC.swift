// How bytes become messages of JSON-RPC 2.0, and messages bytes:
//
// 1. A `MessageReader` takes the bytes as they come, in pieces of any size, and cuts them by its `MessageFraming`: a header with the
//    length of each message, as language servers speak, or a message a line, as assistants' servers do.
// 2. A `JSONValue` is read from the bytes of one; what is too long, too deep or no JSON is a `MessageError`, which
//    says what to answer, and the reader goes on with the next message.
// 3. A `Message` is made of the value: a request, a notification, a result or a failure.
// 4. `MessageFraming` writes a `Message` back.
//
// Who reads the bytes and where they are written is not known here.
