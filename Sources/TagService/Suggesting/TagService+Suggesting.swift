internal import Dispatch
internal import Foundation
internal import Suggestions
internal import Synchronization
internal import TagCore
internal import TagStore

/// Suggesting tags.
extension TagService {
    /// Suggests tags that are not given already, best first.
    ///
    /// A typed text decides which tags may appear: a better kind of match always ranks first. Among tags of one kind,
    /// what is given and the label's words decide, then use.
    ///
    /// - Parameter query: the question.
    /// - Returns: at most as many suggestions as the query's limit.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: about linear in the stored pairs and selections of what is given.
    public func suggestions(for query: SuggestionQuery) throws -> [Suggestion] {
        try suggestedTags(for: query).suggestions
    }

    /// Suggests tags as ``suggestions(for:)`` does, and lists the given names that are no tags.
    ///
    /// - Throws: `TagServiceError.invalidName` for a given name that is too long, `TagServiceError.unknownSet`, `StoreError`.
    public func suggestedTags(for query: SuggestionQuery) throws -> SuggestedTags {
        for name in query.given { try CheckedName.checkLength(of: name, of: .tag(nil)) }
        guard !store.isLimited else { return try visibleTags(for: query) }
        try updateResident()
        let answer = SuggestionAnswer(query, rules: resident?.rules)
        if let resident, usableBase(of: resident) == nil {
            if query.isOfTypedTextAlone {
                return SuggestedTags(suggestions: answer.suggestions(in: resident.tags))
            }
            if query.label.isEmpty, query.onlyIn == nil {
                // What earlier questions have read often suffices; to begin a transaction takes as long as a short answer.
                do { return try suggestedTags(answer, from: .ofNothing) } catch is NothingIsRead {}
            }
        }
        return try store.read { try suggestedTags(answer, from: $0) }
    }

    private func suggestedTags(
        _ answer: SuggestionAnswer,
        from reader: StoreReader
    ) throws -> SuggestedTags {
        guard let resident else {
            return try answer.suggestedTags(
                from: reader,
                resident: nil,
                counts: StoredCooccurrences(reader),
                base: usableBase(in: reader)
            )
        }
        return try resident.withCounts(reader) { counts in
            try answer.suggestedTags(
                from: reader,
                resident: resident.tags,
                counts: counts,
                base: usableBase(of: resident)
            )
        }
    }

    /// Keeps every tag in memory, so that each question is answered without reading them again.
    ///
    /// Meant for long-lived processes: the first question reads every tag, which takes some seconds for a million. What it makes
    /// of many tags is therefore kept in a file beside the database, its name with `-index` at the end, which the next process maps. The
    /// file may be deleted at any time. One that cannot be made, does not fit or is damaged changes no answer.
    ///
    /// - Parameters:
    ///   - keeps: whether they are kept.
    ///   - following: when commits of others are looked for.
    ///   - indexedFrom: the number of tags from which the file is kept; `nil`: none is made or used.
    public func keepSuggestionsInMemory(
        _ keeps: Bool = true,
        following: CommitFollowing = .eachQuestion,
        indexedFrom: Int? = defaultIndexedFrom
    ) {
        keepsResident = keeps
        self.following = following
        self.indexedFrom = indexedFrom
        if !keeps { (resident, successor) = (nil, nil) }
    }

    /// The number of tags from which their index is kept in a file, 50,000: fewer are read within some tenths of a second.
    public static let defaultIndexedFrom = 50_000

    /// What a user wants: the number in `$TAGFLOW_INDEX_FROM`, `nil` for 0, and else ``defaultIndexedFrom``.
    public static func indexedFrom(in environment: [String: String]) -> Int? {
        let number = environment["TAGFLOW_INDEX_FROM"].flatMap { Int($0) } ?? defaultIndexedFrom
        return number > 0 ? number : nil
    }

    /// Makes the next question look for commits, of this process or of others.
    public nonisolated func followCommits() {
        hasCommitted.store(true, ordering: .releasing)
    }

    /// Whether answers are still without the tags of a large commit, while an index with them is being built.
    public var isCatchingUp: Bool { successor != nil }

    /// The names of the tags that are selected in a set, in its order.
    public func selection(of reference: SetReference = .chosen) throws -> [String] {
        try reading(reference) { reader, set in
            try reader.selectedTagNames(inSet: set.id)
        }
    }

    private func updateResident() throws {
        guard keepsResident else { return }
        if let successor {
            guard let result = successor.result else { return }
            self.successor = nil
            resident = try result.get()
            // Whatever was committed while it was built is followed now.
            hasCommitted.store(true, ordering: .releasing)
        }
        if following == .whenTold, resident?.isSound == true,
            !hasCommitted.load(ordering: .acquiring)
        {
            return
        }
        let version = following == .whenTold ? 0 : try store.dataVersion()
        let isTold = hasCommitted.load(ordering: .acquiring)
        guard resident?.isCurrent(at: version) != true || isTold else { return }
        // A commit that is told from here on has either happened before the read, or is read at the next question.
        hasCommitted.store(false, ordering: .releasing)
        let isServer = following == .whenTold
        let limit = isServer ? Self.followedAtOnce : .max
        let isFollowed = try store.read { reader in
            try resident?.follow(in: reader, version: version, limit: limit) == true
        }
        guard !isFollowed else { return }
        let (store, keptFrom) = (store, indexedFrom)
        let build: @Sendable () throws -> ResidentIndex = {
            try store.read { reader in
                try ResidentIndex(
                    reader: reader,
                    version: version,
                    file: keptFrom == nil ? nil : store.indexFile(),
                    keptFrom: keptFrom ?? 0
                )
            }
        }
        // The clients of a server shall not wait for the tags that one of them added.
        if isServer, resident?.isSound == true {
            let next = SuccessorIndex(build)
            next.wait(atMost: Self.patience)
            guard let result = next.result else {
                successor = next
                return
            }
            resident = try result.get()
        } else {
            resident = nil
            resident = try build()
        }
    }

    /// The size in bytes of the changed names that a server's next question waits for: some hundredths of a second.
    private static let followedAtOnce = 32 << 10
    /// How long the first question after a large commit waits for its tags, in seconds.
    private static let patience = 0.5
}

/// An index of tags that is built on its own thread while the present one answers.
final class SuccessorIndex: Sendable {
    // `@unchecked Sendable`: the thread that builds the index lets go of it, and one actor takes it.
    private struct Handover: @unchecked Sendable {
        let index: ResidentIndex
    }

    private let state = Mutex<Result<Handover, any Error>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    /// Begins to build.
    init(_ build: @escaping @Sendable () throws -> ResidentIndex) {
        Thread.detachNewThread { [self] in
            let result = Result { Handover(index: try build()) }
            state.withLock { $0 = result }
            end.signal()
        }
    }

    /// Waits until the index is built, or for a number of seconds.
    func wait(atMost seconds: Double) {
        _ = end.wait(timeout: .now() + seconds)
    }

    /// The index, or the error of building it; `nil` until it is built.
    var result: Result<ResidentIndex, any Error>? {
        state.withLock { $0 }?.map(\.index)
    }
}

/// When a service that keeps every tag in memory looks for commits of other services and processes.
public enum CommitFollowing: Hashable, Sendable {
    /// At each question.
    case eachQuestion
    /// After ``TagService/TagService/followCommits()``, for a server that learns of commits in another way.
    case whenTold
}
