/// Something that must hold at the end because a device that still exists wanted it.
enum TrialIntent: Hashable {
    /// The item at a location exists.
    case exists(String)
    /// The item at a location has a tag that nobody removed.
    case tag(String, String)
    /// The item at a location was deleted, and only tagged since.
    case gone(String)
    /// The note of the item at a location isn't a version that the author of a later one saw.
    case replaced(String, note: String)

    /// The location of the item.
    var location: String {
        switch self {
        case .exists(let location), .tag(let location, _), .gone(let location), .replaced(let location, _): location
        }
    }
}
