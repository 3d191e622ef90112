/// Pango counts lengths in whole 1024ths of a point, all of which a Double holds exactly.
package enum PangoUnits {
    static let perPoint: Double = 1024

    /// The length in points.
    package static func points(_ units: Int32) -> Double {
        Double(units) / perPoint
    }
}
