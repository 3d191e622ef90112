public import ArgumentParser
public import ChipRendering
import Foundation
import TextMeasurement

/// The options of picture exports.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The theme of a picture: light, dark, print, or a JSON file.", valueName: "name or file"))
    var theme = "light"

    @Option(help: ArgumentHelp("The font of a picture, such as 'Noto Sans 15'.", valueName: "font")) var font: String?

    @Option(help: ArgumentHelp("Pixels per point of a PNG, 1 to 8.", valueName: "factor")) var scale: Double = 1

    @Option(help: "The page size of a PDF: fit to the picture, or a paper size.") var page: PictureDocument.Page = .fit

    @Flag(
        inversion: .prefixedNo,
        help: "Draw the set's name, the number of its tags and the date above them; default: in a PDF and HTML.")
    var title: Bool?

    @Flag(help: "Leave the background transparent.") var transparent = false

    @Flag(help: "Draw the letters of an SVG as outlines, for viewers without the font.") var outlines = false

    func validate() throws {
        guard scale >= 1, scale <= 8 else { throw ValidationError("--scale must be 1 to 8, got \(scale)") }
    }

    /// Returns the built-in theme with the given name, or reads it from a JSON file.
    func chosenTheme() throws -> Theme {
        if let shipped = Theme(named: theme) { return shipped }
        guard theme.contains(where: { $0 == "/" || $0 == "." }) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "unknown theme \(theme.quoted); expected "
                    + "\(Theme.shippedNames.joined(separator: ", ")) or a JSON file")
        }
        let bytes = try StandardInput.bytes(ofSmallFile: theme)
        do { return try Theme(json: Data(bytes)) } catch {
            throw CommandError(code: ExitStatus.badData, message: "\(theme.quoted): \(error)")
        }
    }
}

extension PictureDocument.Page: ExpressibleByArgument {}
