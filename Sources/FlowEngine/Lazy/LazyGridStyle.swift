internal import Foundation

/// The parameters of a lazy stack or a lazy grid.
struct LazyGridStyle {
    let name: String
    /// The distance between lines, in points; nil uses the distance that they prefer.
    let spacing: Double?
    /// The alignment of items in their cells, and of the tracks in the container.
    let alignment: Alignment
    let tracks: Tracks

    /// The tracks of a container.
    enum Tracks {
        /// One track that is as long as the container is across.
        case single
        case items([GridItem])
    }

    /// Whether lines keep the distance that their items prefer.
    var usesPreferredSpacing: Bool { spacing == nil }

    /// Returns the tracks for a length across, at least one.
    func gridTracks(across length: Double?, along axis: Axis) -> [GridTrack] {
        guard case .items(let items) = tracks else { return [GridTrack(start: 0, length: length, alignment: nil)] }
        return (items.isEmpty ? [GridItem()] : items).tracks(in: length)
    }

    /// Returns the distance of the first track from the start of the container across.
    func start(of tracks: [GridTrack], in bounds: CGSize, along axis: Axis) -> Double {
        guard case .items = self.tracks, let end = tracks.last?.end else { return 0 }
        let isVertical = axis == .vertical
        let size = CGSize(width: isVertical ? end : 0, height: isVertical ? 0 : end)
        let origin = ViewDimensions(size: bounds).origin(of: ViewDimensions(size: size), alignedBy: alignment)
        return isVertical ? origin.x : origin.y
    }

    /// Returns the position of an item in its cell.
    func origin(of element: LayoutElement, _ proposal: ProposedViewSize, in cell: CGSize, _ track: GridTrack) -> CGPoint
    { ViewDimensions(size: cell).origin(of: element.dimensions(proposal), alignedBy: track.alignment ?? alignment) }
}
