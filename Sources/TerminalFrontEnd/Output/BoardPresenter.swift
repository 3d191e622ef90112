public import ChipRendering
internal import Foundation
public import TagService
public import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Draws boards for a terminal: in its width, its colours and with the settings that are being tried.
public struct BoardPresenter: Sendable {
    /// The width to lay out for, in cells, where the set keeps none.
    public var columns: Int
    /// How chips are drawn.
    public var style: TextBoardStyle
    /// Layout settings that are tried and not kept.
    public var tried = LayoutSettings()

    /// A presenter for a width and a style.
    public init(columns: Int, style: TextBoardStyle) {
        self.columns = columns
        self.style = style
    }

    /// What to ask the service for.
    public func request(selectedOnly: Bool = false) -> BoardRequest {
        let style = style
        return BoardRequest(
            width: Double(columns),
            settings: tried,
            selectedOnly: selectedOnly,
            chipSize: { style.size(of: $0) }
        )
    }

    /// The board of a set as text.
    public func text(
        of set: SetReference,
        selectedOnly: Bool = false,
        from service: TagService
    ) async throws -> PrintableText {
        let board = try await service.board(request(selectedOnly: selectedOnly), of: set)
        guard board.chips.isEmpty else { return TextBoard(board, style: style).printable }
        return selectedOnly
            ? "nothing is selected in \(board.set)\n"
            : "\(board.set) has no tags yet; 'add TAG' puts one in\n"
    }
}

/// How wide the place is that boards are drawn for.
public enum TerminalWidth {
    /// The width where nothing tells it, in cells.
    public static let fallback = 80

    /// The most columns that a terminal can have.
    private static let most = 65_535

    /// The columns of the terminal at a descriptor, else of `$COLUMNS`, else 80.
    public static func columns(of descriptor: Int32, environment: [String: String]) -> Int {
        var size = winsize()
        // The kernel fills the structure that it is given for this request.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        guard let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 else {
            return fallback
        }
        return min(columns, most)
    }
}
