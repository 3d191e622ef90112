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

    /// The default width of a board, in points.
    private static let usualWidth = 600.0
    private static let widths = 1.0...1_000_000
    private static let tops = 0.0...1_000_000_000
    private static let heights = 0.0...1_000_000

    private static let parameters: [Route.QueryParameter] = [
        .init(name: "width", summary: "The width in points, or in cells for text.", schema: .length(widths))
    ]

    private static let data = Route(
        method: .get, path: "/sets/{set}/board", scope: .read,
        summary: "Lays out a set in points; 'top' and 'height' limit the response to a window.",
        query: parameters + [
            .init(name: "top", summary: "The top of the window, in points.", schema: .length(tops)),
            .init(name: "height", summary: "The height of the window, in points.", schema: .length(heights)),
        ], response: .json(.named("Board")), problems: [422], isOpenToSetTokens: true,
        work: .stream { call in
            let board = try await call.space.boards.board(of: call, width: width(call))
            guard let window = try window(call) else { return .json(BoardDocument(board)) }
            return .json(BoardDocument(board.visible(in: window)))
        })

    private static func picture(_ format: BoardFormat) -> Route {
        Route(
            method: .get, path: "/sets/{set}/board.\(format.rawValue)", scope: .read,
            summary: "Draws a set as \(format.rawValue).",
            query: parameters + [
                .init(name: "theme", summary: "The theme of a picture.", schema: .text(oneOf: Theme.shippedNames))
            ], response: .bytes(format.contentType), problems: [422], isOpenToSetTokens: true,
            work: .stream { call in
                let theme = try theme(call)
                let width = try width(call)
                return try await call.heavyWork.run(for: call) {
                    try await format.response(to: call, width: width, theme: theme)
                }
            })
    }

    private static func theme(_ call: Call) throws -> Theme {
        let name = call.first("theme") ?? "light"
        guard let theme = Theme(named: name) else {
            let names = Theme.shippedNames.joined(separator: ", ")
            throw Problem.badRequest("'theme' must be one of \(names)")
        }
        return theme
    }

    private static func width(_ call: Call) throws -> Double {
        try call.length("width", in: widths, default: usualWidth)
    }

    /// Returns the visible range in points from the top; `nil` for the whole board.
    private static func window(_ call: Call) throws -> ClosedRange<Double>? {
        guard call.first("top") != nil || call.first("height") != nil else { return nil }
        let top = try call.length("top", in: tops, default: 0)
        let height = try call.length("height", in: heights, default: 1_000)
        return top...(top + height)
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
            let board = try await call.draw { service in
                try service.sets.board(request, of: call.set, measurer: style.measurer)
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
        let board = try await call.draw { service in try service.sets.board(request, of: call.set) }
        return switch self {
        case .csv: TagTable.csv(board)
        case .md: TagTable.markdown(board)
        default: TextBoard(board, style: style).text
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
