import TagService

/// A reader for the Netscape bookmark file format, which every browser exports: links in nested lists.
///
/// `<DT><A HREF="https://example.org/" ADD_DATE="1700000000" TAGS="web,example">Title</A>`
struct NetscapeReader: ItemReader {
    /// Whether the folders of a link become its tags.
    let hasFolders: Bool
    /// The maximum size of a file in bytes; only tests lower it.
    var limit = 256 << 20

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var bytes: [UInt8] = []
        while true {
            let piece = try text.next()
            if piece.isEmpty { break }
            try text.reportBadLines(add)
            bytes += piece
            guard bytes.count <= limit else {
                let problem = "the file is larger than \(limit >> 20) MB; split it"
                return try add(ImportEntry(.line(1), .invalid(problem)), text.consumed)
            }
        }
        try text.reportBadLines(add)
        try withoutActuallyEscaping(add) { add in
            let links = NetscapeBookmarks(hasFolders: hasFolders, add)
            try HTMLWalk(links).walk(bytes)
        }
    }
}
