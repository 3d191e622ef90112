internal import Connections
internal import TagService
internal import TextMeasurement

/// What went wrong, as the `type` of a problem document, and the names that it's about.
///
/// ```
/// {"type": "urn:tagflow:unknown-tag", "name": "swfit", "nearest": "swift", …}
/// ```
///
/// The page words problems by it in the user's language: `problem.unknown-tag` in `text_en.js`.
struct ProblemKind: Hashable, Sendable {
    var type: String
    /// The name that the problem is about.
    var name: String?
    /// The most similar known name.
    var nearest: String?

    init(_ type: String, _ name: String? = nil, nearest: String? = nil) {
        self.type = type
        // As in the detail: escaped, and cut to a length.
        self.name = name?.shown(toCells: 60)
        self.nearest = nearest?.shown(toCells: 60)
    }

    /// Creates the kind of an error; `nil` for errors without one.
    init?(_ error: TagServiceError) {
        switch error {
        case .unknownTag(let name, let nearest, _): self.init("unknown-tag", name, nearest: nearest.first)
        case .notInSet(let tag, _), .notInSetToRemove(let tag, _, _): self.init("unknown-tag", tag)
        case .unknownSet(let name, let nearest): self.init("unknown-set", name, nearest: nearest.first)
        case .nameTaken(let name, _), .renameToTag(_, let name, _): self.init("name-taken", name)
        // Texts of items aren't names.
        case .invalidName(_, .title, _), .invalidName(_, .location, _), .invalidName(_, .note, _),
            .invalidName(_, .text, _):
            return nil
        case .invalidName(let name, _, _): self.init("invalid-name", name)
        case .locationTaken: self.init("location-taken")
        case .nothingToUndo, .undoneToLimit: self.init("nothing-to-undo")
        case .nothingToRedo: self.init("nothing-to-redo")
        case .notNewestStep: self.init("newer-change")
        case .nothingSelected: self.init("nothing-selected")
        case .invalidQuery(let problem): self.init(query: problem)
        case .implicationCycle: self.init("cycle")
        case .mergeIntoItself, .distinctFromItself, .impliesItself: self.init("same-tag")
        case .noOrdinarySet: self.init("no-ordinary-set")
        case .onlySet: self.init("only-set")
        case .connectionOnDevice(let device, _): self.init("on-device", device)
        default: return nil
        }
    }

    /// Creates the kind of an error of a connection.
    init(_ error: RemoteError, connection: String?) {
        let type =
            switch error.kind {
            case .refused: "remote-refused"
            case .unreachable, .stopped: "remote-unreachable"
            case .unexpected: "remote-unexpected"
            case .unconfirmed: "remote-deletions"
            }
        self.init(type, connection)
    }

    /// Creates the kind of a problem with a query, whose text names an unknown tag.
    ///
    /// ```
    /// unknown tag 'swfit'; did you mean 'swift'?
    /// ```
    private init(query problem: String) {
        guard let unknown = problem.firstMatch(of: #/^unknown tag '(.*?)'(?:; did you mean '(.*)'\?)?/#) else {
            self.init("invalid-query")
            return
        }
        self.init("unknown-tag", String(unknown.1), nearest: unknown.2.map(String.init))
    }
}
