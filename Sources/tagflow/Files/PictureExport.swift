import ChipRendering
import FlowEngine
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// An export of a board to a picture file.
struct PictureExport {
    let options: PictureOptions
    let environment: [String: String]
    /// Layout settings that override the set's.
    var settings = LayoutSettings()
    var selectedOnly = false
    /// The width of the picture in points, or `nil` to use the width of the page or one that suits the number of chips.
    var width: Double?

    /// Returns the board in sections, laid out in points, and the style to draw it with.
    func board(
        of set: SetReference, from service: TagService
    ) throws -> (sections: PictureSections, style: PictureStyle) {
        let style = try style()
        func sections(_ width: Double) throws -> PictureSections {
            let request = style.request(width: width, settings: settings, selectedOnly: selectedOnly)
            return PictureSections(try service.sets.board(request, of: set, measurer: style.measurer), style: style)
        }
        let first = try sections(width ?? options.page.width)
        guard width == nil, options.page.height == nil else { return (first, style) }
        // Headings take the more room the narrower a picture is, so the second width is nearer to the right one.
        var (board, drawn) = (first, options.page.width)
        for _ in 0..<2 {
            let grown = style.width(for: board.board)
            guard grown > drawn else { break }
            (board, drawn) = (try sections(grown), grown)
        }
        return (board, style)
    }

    /// Returns the bytes of the file.
    func bytes(
        in format: PictureFormat, of set: SetReference, from service: TagService, progress: (Double) -> Void
    ) throws -> Data {
        let (sections, style) = try board(of: set, from: service)
        var picture = Picture(sections, style: style)
        if options.title ?? (format == .pdf || format == .html) {
            let board = sections.board
            let tags = String.counted(board.chips.count + board.hidden, "tag")
            // The name of a daily set has the day.
            let details = board.title == nil ? "\(tags) · \(LocalDay(of: Date()).date)" : tags
            picture.setTitle(board.title ?? board.set, details: details, style: style)
        }
        if options.transparent { picture.theme.background = nil }
        do { return try draw(picture, in: format, progress) } catch { throw failure(error) }
    }

    /// Returns the bytes of a file with a calendar, which always has a title.
    func bytes(in format: PictureFormat, of calendar: CalendarPicture, progress: (Double) -> Void) throws -> Data {
        var picture = calendar.picture(try style())
        if options.title == false { picture.titleLines = [] }
        if options.transparent { picture.theme.background = nil }
        guard format != .html else { return Data(CalendarPicture.page(picture).utf8) }
        do { return try draw(picture, in: format, progress) } catch { throw failure(error) }
    }

    private func draw(
        _ picture: Picture, in format: PictureFormat, _ progress: (Double) -> Void
    ) throws(PictureError) -> Data {
        switch format {
        case .png: return try PNGPicture(picture, scale: options.scale, progress: progress).bytes
        case .pdf: return try PDFPicture(picture, page: options.page, progress: progress).bytes
        case .html: return Data(HTMLPicture(picture, progress: progress).text.utf8)
        case .svg:
            let svg =
                try options.outlines
                ? SVGPicture(outlining: picture, progress: progress) : SVGPicture(picture, progress: progress)
            return Data(svg.text.utf8)
        }
    }

    private func style() throws -> PictureStyle {
        let theme = try options.chosenTheme()
        do {
            var style = try PictureStyle(theme: theme, font: options.font, language: language)
            if options.page.height != nil { style.theme.margin = max(style.theme.margin, PictureDocument.paperMargin) }
            return style
        } catch { throw failure(error) }
    }

    private func failure(_ error: FontError) -> CommandError {
        switch error {
        case .invalidSize: CommandError(code: ExitStatus.usage, message: "\(error)")
        default: CommandError(code: ExitStatus.notAvailable, message: "\(error)")
        }
    }

    private func failure(_ error: PictureError) -> CommandError {
        switch error {
        case .tooLarge, .pageTooLarge: CommandError(code: ExitStatus.usage, message: "\(error)")
        case .failed, .cancelled: CommandError(code: ExitStatus.cannotCreate, message: "\(error)")
        }
    }

    /// The language of the environment's locale; it selects the regional forms of Han characters.
    ///
    /// `LANG=ja_JP.UTF-8` results in `ja-JP`; the locale `C` in `und`.
    private var language: String {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let plain = (name ?? "").prefix { $0 != "." && $0 != "@" }
        guard !plain.isEmpty, plain != "C", plain != "POSIX" else { return "und" }
        return String(plain.replacing("_", with: "-"))
    }
}
