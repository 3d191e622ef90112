internal import CLibXML2

/// A place in a page.
struct HTMLPlace {
    /// The line, counted from 1.
    var line: Int
    /// The number of bytes up to it.
    var consumed: Int
}

/// What sees the elements of a page come by.
protocol HTMLVisitor: AnyObject {
    /// An element begins; names are in lower case.
    func begin(_ name: String, _ attributes: [String: String], at place: HTMLPlace) throws
    /// An element ends, also one that is not closed.
    func end(_ name: String, at place: HTMLPlace) throws
    /// Text within an element.
    func text(_ text: String)
    /// The page ends.
    func finish(at place: HTMLPlace) throws
}

/// A walk through a page by libxml2's HTML parser, which takes any text; no tree is built.
final class HTMLWalk {
    private let visitor: any HTMLVisitor
    private var error: (any Error)?

    init(_ visitor: any HTMLVisitor) {
        self.visitor = visitor
    }

    /// Walks through a page of UTF-8.
    ///
    /// - Throws: what the visitor throws, at which the walk ends.
    func walk(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty, let context = unsafe htmlNewParserCtxt() else { return }
        // The parser takes U+0000 for the end.
        let bytes = bytes.contains(0) ? bytes.map { $0 == 0 ? 0x20 : $0 } : bytes
        defer { unsafe htmlFreeParserCtxt(context) }
        unsafe listen(context)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue
            | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
            | HTML_PARSE_IGNORE_ENC.rawValue
        unsafe bytes.withUnsafeBytes { buffer in
            // The parser copies what it keeps; it builds no document, since no handler does.
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = unsafe htmlCtxtReadMemory(
                context,
                start,
                Int32(clamping: buffer.count),
                nil,
                "UTF-8",
                Int32(options)
            )
        }
        if let error { throw error }
        try visitor.finish(at: unsafe Self.place(context))
    }

    /// Makes the parser call this walk, which outlives it.
    private func listen(_ context: htmlParserCtxtPtr) {
        var handler = unsafe xmlSAXHandler()
        unsafe handler.startElement = { context, name, attributes in
            unsafe HTMLWalk.visit(context) { visitor, place in
                try visitor.begin(
                    unsafe HTMLWalk.text(name),
                    unsafe HTMLWalk.attributes(attributes),
                    at: place
                )
            }
        }
        unsafe handler.endElement = { context, name in
            unsafe HTMLWalk.visit(context) { visitor, place in
                try visitor.end(unsafe HTMLWalk.text(name), at: place)
            }
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

    /// Lets the visitor of a parser see something; its error stops the parser.
    private static func visit(
        _ pointer: UnsafeMutableRawPointer?,
        _ look: (any HTMLVisitor, HTMLPlace) throws -> Void
    ) {
        // The parser hands out its own context, in which the walk is that listens to it.
        guard let context = unsafe pointer?.assumingMemoryBound(to: xmlParserCtxt.self),
            let own = unsafe context.pointee._private
        else { return }
        let walk = unsafe Unmanaged<HTMLWalk>.fromOpaque(own).takeUnretainedValue()
        guard walk.error == nil else { return }
        do {
            try look(walk.visitor, unsafe place(context))
        } catch {
            walk.error = error
            unsafe xmlStopParser(context)
        }
    }

    private static func place(_ context: htmlParserCtxtPtr) -> HTMLPlace {
        guard let input = unsafe context.pointee.input else {
            return HTMLPlace(line: 1, consumed: 0)
        }
        let parsed = unsafe input.pointee.cur - input.pointee.base
        return unsafe HTMLPlace(
            line: Int(input.pointee.line),
            consumed: Int(clamping: input.pointee.consumed) + parsed
        )
    }

    private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
        guard let bytes = unsafe bytes else { return "" }
        return unsafe String(cString: bytes)
    }

    /// Names and values in turns, up to a null name; a value may be null.
    private static func attributes(
        _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) -> [String: String] {
        var attributes: [String: String] = [:]
        guard var next = unsafe list else { return attributes }
        while unsafe next.pointee != nil {
            let name = unsafe text(next.pointee)
            let value = unsafe text(next.successor().pointee)
            // Of an attribute that comes twice the first counts, as in browsers.
            if attributes[name] == nil { attributes[name] = value }
            unsafe next += 2
        }
        return attributes
    }
}
