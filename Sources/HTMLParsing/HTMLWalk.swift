internal import CLibXML2
internal import TagCore

/// A receiver of the elements of an HTML text.
package protocol HTMLVisitor: AnyObject {
    /// Called at the start of an element; names are lowercase.
    func begin(_ name: String, _ attributes: [String: String], at place: HTMLWalk.Place) throws
    /// Called at the end of an element, even if its end tag is missing.
    func end(_ name: String, at place: HTMLWalk.Place) throws
    /// Called for text inside an element.
    func text(_ text: String)
}

/// A streaming HTML parser based on libxml2, which accepts any text and builds no tree.
///
/// The parser reads its input piece by piece, and a deadline or a number of steps is checked before each. So a page
/// whose parsing takes long, such as an element with 100,000 attributes, is cut instead of keeping a processor busy.
///
/// ```swift
/// let end = try HTMLWalk.walk(Array("<p>text</p>".utf8), visitor)
/// ```
@safe package final class HTMLWalk {
    /// A position in an HTML text.
    package struct Place {
        /// The line number, from 1.
        package var line: Int
        /// The number of bytes before the position; an estimate if character references before it are invalid.
        package var consumed: Int
    }

    /// The error for a text that wasn't parsed before the deadline.
    package struct DeadlineError: Error {}

    /// The error for a text that takes too many steps to parse.
    package struct StepsError: Error {
        /// The number of the line at which parsing stopped, from 1.
        package var line: Int
    }

    /// The error for a system without libxml2.
    package struct LibraryError: Error, Hashable, CustomStringConvertible {
        /// The library or the function that is missing.
        var name: String

        package var description: String { "HTML is read with libxml2, and '\(name)' is missing; install libxml2" }
    }

    private let visitor: any HTMLVisitor
    private let deadline: ContinuousClock.Instant?
    private var steps: ParserSteps?
    private let bytes: [UInt8]
    private var text: CharacterReferences
    /// The parser while it runs.
    ///
    /// Safe: it's set only in `parse`, which frees it.
    private var context: htmlParserCtxtPtr?
    private var error: (any Error)?

    /// The maximum number of bytes between two checks.
    private static let pieceSize = 1_024
    /// The number of bytes that are parsed even after the deadline, which contain most titles and are parsed in no time.
    private static let unconditionalSize = 16 << 10

    private init(_ bytes: [UInt8], _ visitor: any HTMLVisitor, deadline: ContinuousClock.Instant?, stepsPerByte: Int?) {
        self.bytes = bytes
        text = CharacterReferences(bytes)
        self.visitor = visitor
        self.deadline = deadline
        steps = stepsPerByte.map { ParserSteps(limit: ParserSteps.unconditional + $0 * bytes.count) }
    }

    /// Parses HTML in UTF-8 and passes its elements to the visitor.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - visitor: The receiver of the elements.
    ///   - deadline: When parsing stops.
    ///   - stepsPerByte: The maximum number of the parser's steps, relative to the length of the text.
    /// - Returns: The position of the end.
    /// - Throws: The first error of the visitor, `DeadlineError` or `StepsError`; each stops parsing. `LibraryError` if
    ///   libxml2 isn't installed.
    @discardableResult package static func walk(
        _ bytes: [UInt8], _ visitor: any HTMLVisitor, deadline: ContinuousClock.Instant? = nil, stepsPerByte: Int? = nil
    ) throws -> Place {
        try loadLibrary()
        let walk = HTMLWalk(bytes, visitor, deadline: deadline, stepsPerByte: stepsPerByte)
        let end = walk.parse()
        if let error = walk.error { throw error }
        return end
    }

    /// Loads libxml2, unless it's loaded already.
    ///
    /// A failure isn't remembered, so a later call tries again.
    package static func loadLibrary() throws(LibraryError) {
        guard let missing = unsafe CLibXML2Load() else { return }
        throw LibraryError(name: unsafe String(cString: missing))
    }

    private func parse() -> Place {
        guard !bytes.isEmpty, let context = unsafe CLibXML2MakeParser() else { return Place(line: 1, consumed: 0) }
        unsafe self.context = context
        defer {
            unsafe self.context = nil
            unsafe CLibXML2ReleaseParser(context)
        }
        let object = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe listen(context, object)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        // No document is built, because the handlers replace those of the parser. This object outlives it.
        unsafe CLibXML2Read(context, read, object, Int32(options))
        return unsafe place(context)
    }

    /// Installs handlers that call this object.
    private func listen(_ context: htmlParserCtxtPtr, _ object: UnsafeMutableRawPointer) {
        var handler = unsafe xmlSAXHandler()
        unsafe handler.startElement = { context, name, attributes in
            unsafe HTMLWalk.visit(context) { walk, place in
                walk.steps?.beginElement()
                try walk.visitor.begin(unsafe HTMLWalk.text(name), unsafe HTMLWalk.attributes(attributes), at: place)
            }
        }
        unsafe handler.endElement = { context, name in
            unsafe HTMLWalk.visit(context) { walk, place in
                walk.steps?.endElement()
                try walk.visitor.end(unsafe HTMLWalk.text(name), at: place)
            }
        }
        let characters: charactersSAXFunc = { context, start, count in
            unsafe HTMLWalk.visit(context) { walk, _ in
                walk.steps?.endTag()
                let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(count))
                walk.visitor.text(StreamSafeText.received(unsafe String(decoding: bytes, as: UTF8.self)))
            }
        }
        unsafe handler.characters = characters
        unsafe handler.ignorableWhitespace = characters
        unsafe context.pointee.sax.pointee = handler
        unsafe context.pointee._private = object
    }

    /// Copies the next piece for the parser; after an error there is none.
    fileprivate func readPiece(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let position = text.position
        if let deadline, position >= Self.unconditionalSize, position < bytes.count, ContinuousClock.now >= deadline {
            error = error ?? DeadlineError()
        }
        guard error == nil else { return 0 }
        let piece = text.next(atMost: min(buffer.count, Self.pieceSize))
        // No handler is called in a comment, but the white space in it isn't compared.
        if unsafe context?.pointee.instate == XML_PARSER_COMMENT { steps?.endTag() }
        steps?.add(piece)
        if let steps, steps.isExceeded {
            error = StepsError(line: steps.line)
            return 0
        }
        unsafe buffer.copyBytes(from: piece)
        return piece.count
    }

    /// Calls the visitor of a parser, and stops the parser if it throws.
    private static func visit(_ pointer: UnsafeMutableRawPointer?, _ look: (HTMLWalk, Place) throws -> Void) {
        // The context that the parser passes holds the pointer stored by `listen`.
        guard let context = unsafe pointer?.assumingMemoryBound(to: xmlParserCtxt.self),
            let pointer = unsafe context.pointee._private
        else { return }
        let walk = unsafe Unmanaged<HTMLWalk>.fromOpaque(pointer).takeUnretainedValue()
        guard walk.error == nil else { return }
        do { try look(walk, unsafe walk.place(context)) } catch {
            walk.error = error
            unsafe CLibXML2Stop(context)
        }
    }

    private func place(_ context: htmlParserCtxtPtr) -> Place {
        guard let input = unsafe context.pointee.input else { return Place(line: 1, consumed: 0) }
        let parsed = unsafe input.pointee.cur - input.pointee.base
        // The text that the parser reads may be longer than the original.
        let consumed = unsafe min(Int(clamping: input.pointee.consumed) + parsed, bytes.count)
        return unsafe Place(line: Int(input.pointee.line), consumed: consumed)
    }

    private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
        guard let bytes = unsafe bytes else { return "" }
        return StreamSafeText.received(unsafe String(cString: bytes))
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

/// An upper bound of the parser's steps that grow faster than the text.
///
/// The parser searches all open elements for the start tag of an end tag, and compares each attribute of a tag with those
/// before it.
private struct ParserSteps {
    /// The number of steps that every text may take.
    static let unconditional = 10_000_000

    private let limit: Int
    private var count = 0
    private var openElements = 0
    /// The number of places in the current tag after which an attribute may begin.
    private var attributes = 0
    private var lastByte: UInt8 = 0
    /// The line number at the end of the last piece, from 1.
    private(set) var line = 1

    init(limit: Int) { self.limit = limit }

    var isExceeded: Bool { count > limit }

    mutating func beginElement() {
        openElements += 1
        endTag()
    }

    mutating func endElement() {
        openElements -= 1
        endTag()
    }

    /// Notes that the parser isn't in a tag; it calls a handler before and after each tag, and often in a text.
    mutating func endTag() { attributes = 0 }

    /// Adds the steps for the next piece of the text.
    mutating func add(_ piece: [UInt8]) {
        for byte in piece {
            switch byte {
            case UInt8(ascii: "/") where lastByte == UInt8(ascii: "<"): count += openElements
            case 0x0A, 0x20, 0x09, 0x0D, UInt8(ascii: "\""), UInt8(ascii: "'"):
                attributes += 1
                count += attributes
            default: break
            }
            if byte == 0x0A { line += 1 }
            lastByte = byte
        }
    }
}

/// Passes the next piece of input to the parser.
private func read(object: UnsafeMutableRawPointer?, buffer: UnsafeMutablePointer<CChar>?, count: Int32) -> Int32 {
    guard let object = unsafe object, count > 0 else { return 0 }
    // `parse` keeps the object alive while the parser reads.
    let walk = unsafe Unmanaged<HTMLWalk>.fromOpaque(object).takeUnretainedValue()
    let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
    return Int32(clamping: unsafe walk.readPiece(into: space))
}
