/// The best place where the name of a tag was found in an item, from best to worst.
///
/// The raw values are stored with each item.
///
/// ```
/// NamePlace.title.prior                         // .5
/// min(NamePlace.textOnce, NamePlace.location)   // .textOnce
/// ```
package enum NamePlace: UInt8, CaseIterable, Hashable, Sendable, Comparable {
    /// The name is in the title.
    case title
    /// The name begins within the first 60 words of the note or text.
    case textBeginning
    /// The name is in the note or text at least four times.
    case textOften
    /// The name is in the note or text two or three times.
    case textTwice
    /// The name is in the note or text once.
    case textOnce
    /// The name is in the location.
    case location
    /// The last part of a hierarchical name is in the title, or begins within the first 60 words of the note or text.
    case lastPartBeginning
    /// The last part of a hierarchical name is further on in the note or text.
    case lastPartLater

    /// The share of items with a name in this place that have the tag, before anything is learned.
    package var prior: Double {
        switch self {
        case .title: 0.5
        case .textBeginning, .textOften, .lastPartBeginning: 0.25
        case .textTwice: 0.15
        case .location: 0.12
        case .lastPartLater: 0.1
        case .textOnce: 0.08
        }
    }

    /// Returns whether the left place is better.
    package static func < (left: NamePlace, right: NamePlace) -> Bool { left.rawValue < right.rawValue }
}
