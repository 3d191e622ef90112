public import ArgumentParser
public import ChipRendering
import Foundation

/// The options of exports that are pictures.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The theme of a picture: light, dark, print, or a JSON file.",
            valueName: "name or file"
        )
    )
    var theme = "light"

    @Option(help: ArgumentHelp("The font of a picture, such as 'Noto Sans 15'.", valueName: "font"))
    var font: String?

    @Option(help: ArgumentHelp("Pixels per point of a PNG, 1 to 8.", valueName: "factor"))
    var scale: Double = 1

    @Option(help: "The pages of a PDF: a page that fits the picture, or sheets of paper.")
    var page: PictureDocument.Page = .fit

    @Flag(help: "Draw no background.") var transparent = false

    @Flag(help: "Draw the letters of an SVG as outlines, for viewers without the font.")
    var outlines = false

    func validate() throws {
        guard scale >= 1, scale <= 8 else {
            throw ValidationError("--scale must be 1 to 8, got \(scale)")
        }
    }

    /// The theme, shipped or from a file.
    func chosenTheme() throws -> Theme {
        if let shipped = Theme(named: theme) { return shipped }
        guard theme.contains(where: { $0 == "/" || $0 == "." }) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "unknown theme '\(theme)'; expected "
                    + "\(Theme.shippedNames.joined(separator: ", ")) or a JSON file"
            )
        }
        let bytes = try StandardInput.bytes(ofSmallFile: theme)
        do {
            return try Theme(json: Data(bytes))
        } catch {
            throw CommandError(code: ExitStatus.badData, message: "'\(theme)': \(error)")
        }
    }
}

extension PictureDocument.Page: ExpressibleByArgument {}
