/// The mark of files that an export writes, which other programs ignore.
///
/// An export replaces a file without a mark only with `--force`, because another program or a person may have written
/// it. Formats without room for a mark, such as CSV, are recognized by their first line.
package enum ExportMark {
    /// A comment in HTML, SVG and Markdown.
    package static let comment = "<!-- Written by tagflow -->"
    /// An element in the head of a web page.
    package static let metaElement = #"<meta name="generator" content="tagflow">"#
    /// A field of a JSON object.
    package static let jsonField = #""written-by":"tagflow""#
    /// A comment in a PDF file, after its end.
    package static let pdfComment = "% Written by tagflow\n"
    /// A `tEXt` chunk in a PNG file: the length of its data, `tEXt`, `Software`, a null, `tagflow`, and the checksum.
    package static let pngChunk: [UInt8] =
        [0, 0, 0, 16] + Array("tEXtSoftware\0tagflow".utf8) + [0x36, 0x17, 0x33, 0xE8]
    /// The position of the chunk in a PNG file: after the signature and the header.
    package static let pngPosition = 33
}
