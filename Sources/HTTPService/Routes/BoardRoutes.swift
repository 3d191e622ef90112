internal import ChipRendering
internal import Foundation
internal import HTTPTypes
internal import JSON
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// The routes of boards, as data or as pictures.
///
/// ```
/// GET /api/v1/sets/trip/board.txt?width=40
/// 200   ( sea ) (✓map ) (✓photo ) ( Reading )
///
/// GET /api/v1/sets/trip/board?top=100&height=100
/// 200   the chips between 100 and 200 points from the top
/// ```
enum BoardRoutes {
    static let all = [data] + BoardFormat.allCases.map(picture)

    private static let width = Field.query(
        "width", .number(in: 1.0...1_000_000), default: 600, "The width in points, or in cells for text.")
    private static let top = Field.query(
        "top", .number(in: 0.0...1_000_000_000), default: 0, "The top of the window, in points.")
    private static let height = Field.query(
        "height", .number(in: 0.0...1_000_000), default: 1_000, "The height of the window, in points.")
    private static let theme = Field.query("theme", .theme, default: Theme.light, "The theme of a picture.")

    private static let data = Route(
        method: .get, path: "/sets/\(Fields.set)/board", scope: .read,
        summary: "Lays out a set in points; 'top' and 'height' limit the response to a window.",
        fields: [width, top, height, Fields.date], response: .json(.named("Board")), problems: [422],
        isOpenToSetTokens: true,
        work: .stream { call in
            let board = try await call.space.boards.board(of: call, width: call[width])
            guard let window = try window(call) else { return .json(BoardDocument(board)) }
            return .json(BoardDocument(board.visible(in: window)))
        })

    private static func picture(_ format: BoardFormat) -> Route {
        Route(
            method: .get, path: "/sets/\(Fields.set)/board.\(fixed: format.rawValue)", scope: .read,
            summary: "Draws a set as \(format.rawValue).", fields: [width, theme, Fields.date],
            response: .bytes(format.contentType), problems: [422], isOpenToSetTokens: true,
            work: .stream { call in
                let (theme, width) = (try call[theme], try call[width])
                return try await call.server.heavyWork.run(for: call) {
                    try await format.response(to: call, width: width, theme: theme)
                }
            })
    }

    /// Returns the visible range in points from the top; `nil` for the whole board.
    private static func window(_ call: Call) throws -> ClosedRange<Double>? {
        guard call.has(top) || call.has(height) else { return nil }
        let (top, height) = (try call[top], try call[height])
        return top...(top + height)
    }
}

extension FieldType where Value == Theme {
    /// The name of a built-in theme.
    fileprivate static var theme: Self {
        let name = FieldType<String>.word(of: Theme.shippedNames)
        return Self(name.schema, name.expectation) { try name.parse($0).flatMap(Theme.init(named:)) }
    }
}

/// A file format of a board.
///
/// The raw value is the extension in the URL.
private enum BoardFormat: String, CaseIterable {
    case svg, png, pdf, html, txt, md, csv

    var contentType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .png: "image/png"
        case .pdf: "application/pdf"
        case .html: "text/html; charset=utf-8"
        case .txt: "text/plain; charset=utf-8"
        case .md: "text/markdown; charset=utf-8"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    func response(to call: Call, width: Double, theme: Theme) async throws -> ServiceResponse {
        var response = ServiceResponse.bytes(try await bytes(of: call, width: width, theme: theme), contentType)
        // A browser may open a picture as a page, so its content must not run scripts.
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
        return response
    }

    private func bytes(of call: Call, width: Double, theme: Theme) async throws -> [UInt8] {
        switch self {
        case .txt, .md, .csv: return Array(try await text(of: call, width: width).utf8)
        case .svg, .png, .pdf, .html:
            let style = try PictureStyle(theme: theme)
            let request = style.request(width: width)
            let board = try await call.read(in: call.space.drawings) { service in
                try service.sets.board(request, of: .named(call[Fields.set]), measurer: style.measurer)
            }
            return try draw(board, style)
        }
    }

    private func draw(_ board: Board, _ style: PictureStyle) throws -> [UInt8] {
        let check: (Double) throws(PictureError) -> Void = { _ throws(PictureError) in
            if Task.isCancelled { throw .cancelled }
        }
        do {
            let picture = try Picture(board, style: style) { () throws(PictureError) in try check(0) }
            switch self {
            case .png: return Array(try PNGPicture(picture, progress: check).bytes)
            case .pdf: return Array(try PDFPicture(picture, progress: check).bytes)
            case .html: return Array(try HTMLPicture(picture, progress: check).text.utf8)
            case .svg, .txt, .md, .csv: return Array(try SVGPicture(picture, progress: check).text.utf8)
            }
        } catch PictureError.cancelled { throw CancellationError() } catch { throw Problem(422, "\(error)") }
    }

    private func text(of call: Call, width: Double) async throws -> String {
        let style = TextBoardStyle()
        let request = BoardRequest(width: width) { style.size(of: $0) }
        let board = try await call.read(in: call.space.drawings) { service in
            try service.sets.board(request, of: .named(call[Fields.set]))
        }
        return switch self {
        case .csv: TagTable.csv(board)
        case .md: TagTable.markdown(board)
        default: (board.title.map { "\(TerminalText.printable($0))\n" } ?? "") + TextBoard(board, style: style).text
        }
    }
}

extension Board {
    /// Returns the board with only the chips in a vertical range.
    ///
    /// The size stays the same.
    ///
    /// - Complexity: O(n) for n chips.
    fileprivate func visible(in rows: ClosedRange<Double>) -> Board {
        var board = self
        board.chips = chips.filter { $0.frame.maxY >= rows.lowerBound && $0.frame.minY <= rows.upperBound }
        return board
    }
}
