import TagService

/// The bookmarks file that every browser writes (Microsoft, "Netscape Bookmark File Format"): links in nested lists.
///
/// `<DT><A HREF="https://example.org/" ADD_DATE="1700000000" TAGS="web,example">Title</A>`
struct NetscapeReader: ItemReader {
    /// Whether the folders that a link stands in are tags of it.
    let hasFolders: Bool
    /// The maximum size of a file in bytes; only tests lower it.
    var limit = 256 << 20

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        var bytes: [UInt8] = []
        while true {
            let piece = try text.next()
            if piece.isEmpty { break }
            try text.tellBadLines(add)
            bytes += piece
            guard bytes.count <= limit else {
                let problem = "the file is larger than \(limit >> 20) MB; divide it"
                return try add(ImportEntry(.line(1), .invalid(problem)), text.consumed)
            }
        }
        try text.tellBadLines(add)
        try withoutActuallyEscaping(add) { add in
            let links = BookmarkLinks(hasFolders: hasFolders, add)
            try HTMLWalk(links).walk(bytes)
        }
    }
}
