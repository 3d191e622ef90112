internal import CPango
public import Foundation
internal import TagCore
internal import TextMeasurement

/// A picture as PDF, with text that can be selected and searched.
///
/// ```swift
/// let data = try PDFPicture(picture, page: .letter).bytes
/// ```
public struct PDFPicture {
    /// The contents of the PDF file.
    public let bytes: Data

    /// The maximum side of a page in points: 200 inches, the limit of PDF 1.7 (ISO 32000-1, Annex C).
    private static let longestSide: Double = 14_400

    /// Draws a picture.
    ///
    /// - Complexity: Linear in the chips, and n log n in the lines.
    /// - Parameters:
    ///   - picture: the picture.
    ///   - page: the size of the pages; page breaks are between lines.
    ///   - progress: called after each chip with the completed fraction, from 0 to 1; throw to stop drawing.
    /// - Throws: ``PictureError``.
    public init(
        _ picture: Picture, page: PictureDocument.Page = .fit,
        progress: (Double) throws(PictureError) -> Void = { _ in }
    ) throws(PictureError) {
        guard page != .fit || picture.size.width <= Self.longestSide else {
            throw .pageTooLarge(width: picture.size.width, height: picture.size.height)
        }
        let library = try FontLibrary.forPictures()
        let sink = ByteSink()
        let surface = unsafe library.cairo.pdf_surface_create_for_stream(ByteSink.write, sink.pointer, 1, 1)
        defer { unsafe library.cairo.surface_destroy(surface) }
        unsafe library.cairo.pdf_surface_set_metadata(surface, Metadata.title, picture.title)
        let canvas = try unsafe CairoCanvas(on: surface, for: picture)
        let room = (page.height ?? Self.longestSide) - 2 * picture.margin
        let images = GlyphImages()
        let pages = PicturePages(of: picture, height: room).pages
        let count = Double(max(picture.drawnChips.count, 1))
        var drawn = 0.0
        for content in pages {
            let size = Self.size(of: content, on: page, picture)
            unsafe library.cairo.pdf_surface_set_size(surface, size.width, size.height)
            try canvas.draw(content, of: picture, images: images) { () throws(PictureError) in
                drawn += 1
                try progress(drawn / count)
            }
            canvas.showPage()
        }
        try canvas.check()
        unsafe library.cairo.surface_finish(surface)
        let status = unsafe library.cairo.surface_status(surface)
        guard status == 0 else { throw CairoCanvas.failure(status, library) }
        // Readers look for the end of the document within the last 1,024 bytes.
        bytes = sink.bytes + Data(ExportMark.pdfComment.utf8)
    }

    private static func size(of content: PicturePages.Page, on page: PictureDocument.Page, _ picture: Picture) -> CGSize
    {
        guard let height = page.height else {
            let height = content.bottom - content.top + 2 * picture.margin
            return CGSize(width: picture.size.width, height: height.rounded(.up))
        }
        return CGSize(width: page.width, height: height)
    }
}

extension CairoCanvas {
    /// Draws a page of a document.
    fileprivate func draw(
        _ page: PicturePages.Page, of picture: Picture, images: GlyphImages,
        afterEachChip: () throws(PictureError) -> Void
    ) throws(PictureError) {
        try keepingState { () throws(PictureError) in
            if let background = picture.theme.background { paint(background) }
            translate(x: picture.margin, y: picture.margin - page.top)
            let directions = ReadingOrder.Directions(library: library)
            for heading in page.headings {
                var paint = picture.theme.chip
                paint.fill = picture.theme.background ?? paint.fill
                paint.text = heading.color
                place(heading) { drawTextLabel(of: heading.label, paint, images: images, order: nil) }
            }
            let isReversed = directions.areMostlyRightToLeft(page.chips)
            for chip in page.chips {
                let paint = picture.paint(of: chip)
                drawFace(of: chip, paint, radius: picture.cornerRadius(of: chip.frame))
                if let mark = chip.mark { drawMark(in: mark, paint.text) }
                let order = ReadingOrder(chip.label, onRightToLeftPage: isReversed, directions)
                drawTextLabel(of: chip, paint, images: images, order: order)
                try afterEachChip()
            }
        }
    }
}

/// Values of `cairo_pdf_metadata_t`.
private enum Metadata {
    /// The document's title: `CAIRO_PDF_METADATA_TITLE`.
    static let title: UInt32 = 0
}

/// The lines of a picture, divided into pages.
private struct PicturePages {
    /// The chips of a page, and the vertical range of the board that it shows.
    struct Page: Hashable {
        var headings: [PictureHeading]
        var chips: [PictureChip]
        var top: Double
        var bottom: Double
    }

    let pages: [Page]

    /// Distributes the lines of a picture over pages of the given height.
    ///
    /// A line taller than a page gets a separate page.
    ///
    /// - Complexity: Linear in the chips, and n log n in the lines.
    init(of picture: Picture, height: Double) {
        let top = -picture.titleHeight
        var pages = top < 0 ? [Page(headings: picture.titleLines, chips: [], top: top, bottom: 0)] : []
        for line in Self.lines(of: picture) {
            if let last = pages.last, line.bottom - last.top <= height {
                pages[pages.count - 1].headings += line.headings
                pages[pages.count - 1].chips += line.chips
                pages[pages.count - 1].bottom = max(last.bottom, line.bottom)
            } else {
                pages.append(line)
            }
        }
        self.pages = pages.isEmpty ? [Page(headings: [], chips: [], top: 0, bottom: 0)] : pages
    }

    /// Returns the lines from top to bottom, each as a separate page.
    private static func lines(of picture: Picture) -> [Page] {
        let chips = Dictionary(grouping: picture.drawnChips, by: \.line)
        let headings = Dictionary(grouping: picture.headings) { $0.line ?? 0 }
        let lines = chips.map { line, chips in
            let headings = headings[line] ?? []
            let tops = chips.map { Double($0.frame.minY) } + headings.map { Double($0.origin.y) }
            let bottom = chips.map { Double($0.frame.maxY) }.max() ?? 0
            return Page(headings: headings, chips: chips, top: tops.min() ?? 0, bottom: bottom)
        }
        return lines.sorted { $0.top < $1.top }
    }
}
