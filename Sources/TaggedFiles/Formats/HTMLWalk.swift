internal import CLibXML2

/// A receiver of the elements of an HTML file.
protocol HTMLVisitor: AnyObject {
    /// Called at the start of an element; names are lowercase.
    func begin(_ name: String, _ attributes: [String: String], at place: HTMLWalk.Place) throws
    /// Called at the end of an element, even if its end tag is missing.
    func end(_ name: String, at place: HTMLWalk.Place) throws
    /// Called for text inside an element.
    func text(_ text: String)
    /// Called at the end of the file.
    func finish(at place: HTMLWalk.Place) throws
}

/// A streaming HTML parser based on libxml2, which accepts any text and builds no tree.
///
/// ```swift
/// try HTMLWalk(visitor).walk(Array("<p>text</p>".utf8))
/// ```
final class HTMLWalk {
    private let visitor: any HTMLVisitor
    private var error: (any Error)?

    init(_ visitor: any HTMLVisitor) { self.visitor = visitor }

    /// Parses HTML in UTF-8 and passes its elements to the visitor.
    ///
    /// - Throws: The first error of the visitor, which stops parsing.
    func walk(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty, let context = unsafe htmlNewParserCtxt() else { return }
        // The parser would stop at U+0000.
        let bytes = bytes.contains(0) ? bytes.map { $0 == 0 ? 0x20 : $0 } : bytes
        defer { unsafe htmlFreeParserCtxt(context) }
        unsafe listen(context)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        unsafe bytes.withUnsafeBytes { buffer in
            // The parser copies any bytes it keeps, and builds no document because the handlers below replace its own.
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = unsafe htmlCtxtReadMemory(context, start, Int32(clamping: buffer.count), nil, "UTF-8", Int32(options))
        }
        if let error { throw error }
        try visitor.finish(at: unsafe Self.place(context))
    }

    /// Installs handlers that call this object, which outlives the parser.
    private func listen(_ context: htmlParserCtxtPtr) {
        var handler = unsafe xmlSAXHandler()
        unsafe handler.startElement = { context, name, attributes in
            unsafe HTMLWalk.visit(context) { visitor, place in
                try visitor.begin(unsafe HTMLWalk.text(name), unsafe HTMLWalk.attributes(attributes), at: place)
            }
        }
        unsafe handler.endElement = { context, name in
            unsafe HTMLWalk.visit(context) { visitor, place in try visitor.end(unsafe HTMLWalk.text(name), at: place) }
        }
        unsafe handler.characters = { context, start, count in
            unsafe HTMLWalk.visit(context) { visitor, _ in
                let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(count))
                visitor.text(unsafe String(decoding: bytes, as: UTF8.self))
            }
        }
        unsafe context.pointee.sax.pointee = handler
        unsafe context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Calls the visitor of a parser, and stops the parser if it throws.
    private static func visit(
        _ pointer: UnsafeMutableRawPointer?, _ look: (any HTMLVisitor, HTMLWalk.Place) throws -> Void
    ) {
        // The context that the parser passes holds the pointer stored by `listen`.
        guard let context = unsafe pointer?.assumingMemoryBound(to: xmlParserCtxt.self),
            let pointer = unsafe context.pointee._private
        else { return }
        let walk = unsafe Unmanaged<HTMLWalk>.fromOpaque(pointer).takeUnretainedValue()
        guard walk.error == nil else { return }
        do { try look(walk.visitor, unsafe place(context)) } catch {
            walk.error = error
            unsafe xmlStopParser(context)
        }
    }

    private static func place(_ context: htmlParserCtxtPtr) -> HTMLWalk.Place {
        guard let input = unsafe context.pointee.input else { return HTMLWalk.Place(line: 1, consumed: 0) }
        let parsed = unsafe input.pointee.cur - input.pointee.base
        return unsafe HTMLWalk.Place(
            line: Int(input.pointee.line), consumed: Int(clamping: input.pointee.consumed) + parsed)
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

extension HTMLWalk {
    /// A position in an HTML file.
    struct Place {
        /// The line number, from 1.
        var line: Int
        /// The number of bytes before the position.
        var consumed: Int
    }
}
