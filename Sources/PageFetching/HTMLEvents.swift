internal import CLibXML2

/// A receiver of the elements of a page.
protocol HTMLEventReceiver: AnyObject {
    /// Called at the start of an element; names are lowercase. Returns whether to continue.
    func begin(_ name: String, _ attributes: [String: String]) -> Bool
    /// Called at the end of an element, even if its end tag is missing.
    func end(_ name: String)
    /// Called for text inside an element.
    func text(_ text: String)
}

/// A streaming HTML parser based on libxml2, which accepts any text, builds no tree and stops at a deadline.
///
/// The parser reads its input piece by piece, and the deadline is checked before each. So a page whose parsing takes long, such as
/// an element with 100,000 attributes, is cut instead of keeping a processor busy.
final class HTMLEvents {
    private let receiver: any HTMLEventReceiver
    private let deadline: ContinuousClock.Instant
    private let bytes: [UInt8]
    private var position = 0
    /// Whether everything was parsed.
    private(set) var isComplete = true

    /// The maximum number of bytes between two checks of the deadline.
    private static let pieceSize = 1_024
    /// The number of bytes that are parsed even after the deadline, which contain most titles and are parsed in no time.
    private static let unconditionalSize = 16 << 10

    private init(_ text: String, _ receiver: any HTMLEventReceiver, deadline: ContinuousClock.Instant) {
        self.receiver = receiver
        self.deadline = deadline
        bytes = Self.prepared(text)
    }

    /// The text in bytes that libxml2 reads as browsers do.
    ///
    /// - It would stop at U+0000.
    /// - It doesn't know that `<wbr>`, `<source>` and `<track>` are empty, and would nest all that follows. `<param>` is empty and has
    ///   no text either.
    private static func prepared(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            result.append(byte == 0 ? 0x20 : byte)
            guard byte == UInt8(ascii: "<"), let length = emptyName(in: bytes, at: position) else { continue }
            result += "param".utf8
            position += length
        }
        return result
    }

    /// The length of an empty element's name that libxml2 doesn't know, or nil for another name.
    private static func emptyName(in bytes: [UInt8], at position: Int) -> Int? {
        for name in emptyNames where position + name.count < bytes.count {
            let end = position + name.count
            guard " \t\n\r\u{c}/>".utf8.contains(bytes[end]) else { continue }
            if zip(bytes[position..<end], name).allSatisfy({ $0 | 0x20 == $1 }) { return name.count }
        }
        return nil
    }

    private static let emptyNames = ["wbr", "source", "track"].map { Array($0.utf8) }

    /// Parses a page and passes its elements to the receiver.
    ///
    /// - Returns: Whether everything was parsed before the deadline and without being stopped by the receiver.
    static func parse(_ text: String, _ receiver: any HTMLEventReceiver, deadline: ContinuousClock.Instant) -> Bool {
        let events = HTMLEvents(text, receiver, deadline: deadline)
        events.parse()
        return events.isComplete
    }

    private func parse() {
        guard !bytes.isEmpty, let context = unsafe htmlNewParserCtxt() else { return }
        defer { unsafe htmlFreeParserCtxt(context) }
        let object = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe listen(context, object)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        // No document is built, because the handlers replace those of the parser. This object outlives it.
        _ = unsafe htmlCtxtReadIO(context, read, nil, object, nil, "UTF-8", Int32(options))
    }

    /// Installs handlers that call this object.
    private func listen(_ context: htmlParserCtxtPtr, _ object: UnsafeMutableRawPointer) {
        var handler = unsafe xmlSAXHandler()
        unsafe handler.startElement = { context, name, attributes in
            unsafe HTMLEvents.visit(context) { events in
                let name = unsafe HTMLEvents.text(name)
                let attributes = unsafe HTMLEvents.attributes(attributes)
                if !events.receiver.begin(name, attributes) { events.isComplete = false }
            }
        }
        unsafe handler.endElement = { context, name in
            unsafe HTMLEvents.visit(context) { $0.receiver.end(unsafe HTMLEvents.text(name)) }
        }
        let characters: charactersSAXFunc = { context, start, count in
            unsafe HTMLEvents.visit(context) { events in
                let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(count))
                events.receiver.text(unsafe String(decoding: bytes, as: UTF8.self))
            }
        }
        unsafe handler.characters = characters
        unsafe handler.ignorableWhitespace = characters
        unsafe context.pointee.sax.pointee = handler
        unsafe context.pointee._private = object
    }

    /// Copies the next piece for the parser; after the deadline there is none.
    fileprivate func readPiece(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let isOptional = position >= Self.unconditionalSize && position < bytes.count
        if isOptional, ContinuousClock.now >= deadline { isComplete = false }
        guard isComplete else { return 0 }
        let count = min(buffer.count, Self.pieceSize, bytes.count - position)
        unsafe buffer.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }

    /// Passes an event on, unless the parser was stopped.
    private static func visit(_ pointer: UnsafeMutableRawPointer?, _ look: (HTMLEvents) -> Void) {
        // The context that the parser passes holds the pointer stored by `listen`.
        guard let context = unsafe pointer?.assumingMemoryBound(to: xmlParserCtxt.self),
            let pointer = unsafe context.pointee._private
        else { return }
        let events = unsafe Unmanaged<HTMLEvents>.fromOpaque(pointer).takeUnretainedValue()
        guard events.isComplete else { return }
        look(events)
        if !events.isComplete { unsafe xmlStopParser(context) }
    }

    private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
        guard let bytes = unsafe bytes else { return "" }
        return unsafe String(cString: bytes)
    }

    /// Reads alternating names and values up to a null name; a value may be null.
    private static func attributes(_ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [String: String] {
        var attributes: [String: String] = [:]
        guard var next = unsafe list else { return attributes }
        while unsafe next.pointee != nil {
            let name = unsafe text(next.pointee)
            let value = unsafe text(next.successor().pointee)
            // As in browsers, the first of several attributes with the same name wins.
            if attributes[name] == nil { attributes[name] = value }
            unsafe next += 2
        }
        return attributes
    }
}

/// Gives the parser its next piece of input.
private func read(object: UnsafeMutableRawPointer?, buffer: UnsafeMutablePointer<CChar>?, count: Int32) -> Int32 {
    guard let object = unsafe object, count > 0 else { return 0 }
    // `parse` keeps the object alive while the parser reads.
    let events = unsafe Unmanaged<HTMLEvents>.fromOpaque(object).takeUnretainedValue()
    let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
    return Int32(clamping: unsafe events.readPiece(into: space))
}
