internal import CPango
internal import Foundation
internal import TextMeasurement

/// A surface of Cairo and what is needed to draw chips on it.
@safe final class CairoCanvas {
    let library: FontLibrary
    let fonts: FontContext
    /// Cairo's context; made by the initialiser, given back by `deinit`.
    let context: OpaquePointer?

    /// The text of runs that cannot carry it, where the surface is a document.
    let hiddenText: HiddenText?

    /// Draws on a surface, which must outlive the canvas, with the font of a picture.
    init(on surface: OpaquePointer?, for picture: Picture) throws(PictureError) {
        do {
            fonts = try FontContext(
                font: picture.fontName,
                defaultSize: picture.font.size,
                language: picture.language
            )
        } catch {
            throw .failed("\(error)")
        }
        library = fonts.library
        hiddenText = HiddenText(fonts)
        unsafe context = unsafe fonts.library.cairo.create(surface)
    }

    deinit {
        unsafe library.cairo.destroy(context)
    }

    /// Throws what has gone wrong since the canvas was made.
    func check() throws(PictureError) {
        let status = unsafe library.cairo.status(context)
        guard status == 0 else { throw Self.failure(status, library) }
    }

    static func failure(_ status: UInt32, _ library: FontLibrary) -> PictureError {
        // Cairo's texts live as long as the process.
        guard let text = library.cairo.status_to_string(status) else {
            return .failed("Cairo's status \(status)")
        }
        return .failed(unsafe String(cString: text))
    }

    func scale(by factor: Double) {
        unsafe library.cairo.scale(context, factor, factor)
    }

    func translate(x: Double, y: Double) {
        unsafe library.cairo.translate(context, x, y)
    }

    /// Runs a body and takes back what it changed of the canvas's state.
    func keepingState(_ body: () -> Void) {
        unsafe library.cairo.save(context)
        body()
        unsafe library.cairo.restore(context)
    }

    func setColor(_ color: ThemeColor) {
        unsafe library.cairo.set_source_rgba(
            context,
            Double(color.red) / 255,
            Double(color.green) / 255,
            Double(color.blue) / 255,
            1
        )
    }

    /// Fills the whole surface.
    func paint(_ color: ThemeColor) {
        setColor(color)
        unsafe library.cairo.paint(context)
    }

    /// Ends the page.
    func showPage() {
        unsafe library.cairo.show_page(context)
    }
}
