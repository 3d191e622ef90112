import TestSupport

@testable import Sync

/// The devices, their copies of the store, and the time.
struct TrialWorld {
    struct Participant {
        var device: SyncDevice
        /// The copy of the store that this device sees.
        var replica: Int
        /// The error of the device's clock in milliseconds.
        var clockError: Int64
        var intents: Set<TrialIntent> = []
        /// Whether the device was lost; its copy of the store goes with it.
        var isLost = false
    }

    /// A copy of the store, as a synchronized folder has it.
    struct Replica {
        var folder = StoreFolder()
        /// The files that were removed here.
        var removed: Set<StoreFileName> = []
        /// An older state of the copy.
        var snapshot: StoreFolder?
    }

    var participants: [Participant] = []
    var replicas: [Replica] = []
    var backups: [Participant] = []
    var random: SeededNumbers
    var log: [String] = []
    private(set) var failure: TrialFailure?
    private let flaws: SyncFlaws
    private let hasOneFolder: Bool
    private var time: UInt64 = 1_700_000_000_000
    /// The items whose intents an undo reverted.
    private var voided: Set<ThingID> = []
    /// Whether an undo or a set-up of renamed rows may have made two tags of one.
    private var hasSplitTags = false
    /// Whether a device set up its rows again: then its older rows may win.
    private var hasRejoined = false

    init(seed: UInt64, flaws: SyncFlaws) {
        self.flaws = flaws
        random = SeededNumbers(seed: seed ^ 0x5EED)
        hasOneFolder = random.happens(40)
        addFirstDevices(2 + random.below(3))
    }

    private mutating func addFirstDevices(_ count: Int) {
        replicas = [Replica()]
        var first = Participant(device: newDevice(), replica: 0, clockError: 0)
        _ = try? first.device.setUp(&replicas[0].folder, now: time)
        for number in 0..<3 {
            time += 10
            for site in ["keep", "gone"] {
                let item = NewItem(set: "kept", location: "https://\(site).org/\(number)", title: site)
                try? first.device.perform(.save(item), now: time)
            }
            first.intents.insert(.exists("https://keep.org/\(number)"))
        }
        first.device.database.forgetSteps()
        _ = try? first.device.exchange(with: &replicas[0].folder, now: time)
        participants = [first]
        for _ in 1..<count { addDevice(hasRows: random.happens(40)) }
    }

    private mutating func newDevice() -> SyncDevice {
        SyncDevice(random: SeededNumbers(seed: random.next()), flaws: flaws)
    }

    private mutating func clockError() -> Int64 {
        switch random.below(6) {
        case 0: -3_600_000
        case 1: 3_600_000
        case 2: 3 * 24 * 3_600_000
        default: Int64(random.below(2_000)) - 1_000
        }
    }

    /// Returns the time that a device's clock shows.
    private func now(_ index: Int) -> UInt64 { UInt64(Int64(time) + participants[index].clockError) }

    // MARK: Operations

    mutating func perform(_ seed: UInt64) {
        random = SeededNumbers(seed: seed)
        time += UInt64(random.pick([0, 1, 50, 5_000, 600_000]) ?? 0)
        let alive = participants.indices.filter { !participants[$0].isLost }
        guard let index = random.pick(alive) else { return }
        switch random.below(100) {
        case 0..<50: command(index)
        case 50..<70: exchange(index, isPerfect: random.happens(50))
        case 70..<80: propagate()
        case 80..<84: undo(index, isReceived: false)
        case 84: undo(index, isReceived: true)
        case 85..<88: probe(index)
        case 88: clone(index)
        case 89: backUp(index)
        case 90..<92: restore(index)
        case 92..<94: loseFiles(participants[index].replica)
        case 94: if alive.count < 5 { addDevice(hasRows: random.happens(60)) }
        case 95: if alive.count > 2 { lose(index) }
        case 96: restoreStore(participants[index].replica)
        case 97..<99: time += UInt64(random.below(40)) * 24 * 3_600_000
        default: rejoin(index)
        }
    }

    private mutating func note(_ index: Int, _ text: String) {
        log.append("\(time % 100_000_000) device \(index): \(text)")
    }

    private mutating func command(_ index: Int) {
        var commands = TrialCommands(random: SeededNumbers(seed: random.next()))
        guard let command = commands.next(participants[index].device) else { return }
        perform(command, index)
    }

    private mutating func perform(_ command: SyncCommand, _ index: Int) {
        let before = participants[index].device.database
        do {
            try participants[index].device.perform(command, now: now(index))
            note(index, "\(command)")
            addIntents(of: command, index, before: before.state)
            if let problem = command.problem(before.state, participants[index].device.database.state) {
                fail(.lostIntent, "\(command): \(problem)")
            }
        } catch { note(index, "\(command): \(error)") }
    }

    private mutating func addIntents(of command: SyncCommand, _ index: Int, before: ShownState) {
        func location(_ id: ThingID) -> String { before.items[before.shownIDs[id] ?? id]?.location ?? "" }
        switch command {
        case .tag(let id, let name) where name.hasPrefix("keep") && location(id).contains("keep.org"):
            let hadTag = before.tagsByKey[name].map { before.items[id]?.tags.contains($0) ?? false } ?? false
            if !hadTag { participants[index].intents.insert(.tag(location(id), name)) }
        case .setNote(let id, let new) where location(id).contains("keep.org"):
            if let note = before.items[id]?.note, note != new {
                participants[index].intents.insert(.replaced(location(id), note: note))
            }
        case .deleteItem(let id) where location(id).contains("gone.org"):
            participants[index].intents.insert(.gone(location(id)))
        default: break
        }
    }

    private mutating func exchange(_ index: Int, isPerfect: Bool) {
        var options = ExchangeOptions()
        options.isConfirmed = true
        options.compactionMinimum = 10
        options.segmentLimit = 5
        if !isPerfect {
            let salt = random.next()
            if random.happens(50) {
                options.hasArrived = { name in
                    var arrival = SeededNumbers(seed: salt ^ name.random)
                    return arrival.happens(60)
                }
            }
            if random.happens(60) {
                var countdown = random.below(8)
                options.isKilled = {
                    countdown -= 1
                    return countdown < 0
                }
            }
        }
        var folder = replicas[participants[index].replica].folder
        do {
            let report = try participants[index].device.exchange(with: &folder, now: now(index), options: options)
            note(index, "exchange, received \(report.received)")
        } catch { note(index, "exchange: \(error)") }
        replace(participants[index].replica, with: folder)
    }

    private mutating func replace(_ replica: Int, with folder: StoreFolder) {
        replicas[replica].removed.formUnion(replicas[replica].folder.files.keys.filter { folder.files[$0] == nil })
        replicas[replica].folder = folder
    }

    /// Copies a random part of the new files and removals from one copy of the store to another.
    private mutating func propagate() {
        let usable = Set(participants.filter { !$0.isLost }.map(\.replica)).sorted()
        guard let source = random.pick(usable), let target = random.pick(usable), source != target else { return }
        log.append("\(time % 100_000_000) propagate \(source) to \(target)")
        copy(source, target, percent: random.happens(50) ? 100 : 60)
    }

    private mutating func copy(_ source: Int, _ target: Int, percent: Int) {
        for name in replicas[source].removed.sorted() where replicas[target].folder.files[name] != nil {
            guard random.happens(percent) else { continue }
            replicas[target].folder.files[name] = nil
            replicas[target].removed.insert(name)
        }
        for (name, file) in replicas[source].folder.files.sorted(by: { $0.key < $1.key }) {
            guard replicas[target].folder.files[name] == nil, !replicas[target].removed.contains(name) else { continue }
            if random.happens(percent) { replicas[target].folder.files[name] = file }
        }
        replicas[target].folder.header = replicas[target].folder.header ?? replicas[source].folder.header
    }

    private mutating func undo(_ index: Int, isReceived: Bool) {
        let report =
            isReceived
            ? participants[index].device.undoReceived(now: now(index))
            : participants[index].device.undo(now: now(index))
        guard let report else { return }
        note(
            index,
            "undo\(isReceived ? " received" : ""): \(report.reverted.count) of \(report.kept.count + report.reverted.count)"
        )
        voided.formUnion(report.reverted.map(\.thing))
        // A tag that was renamed or merged may be two tags again.
        hasSplitTags = hasSplitTags || report.reverted.contains { namesTag($0) }
    }

    private func namesTag(_ key: RegisterKey) -> Bool {
        switch key.field {
        case .name, .mergedInto, .alias: key.thing.kind == .tag
        default: false
        }
    }

    /// Runs a command and undoes it: the device must show the same as before.
    ///
    /// A device with a register that waits for its set or tag is left out: a command that creates it shows the item, too.
    private mutating func probe(_ index: Int) {
        let before = participants[index].device.database
        guard !hasWaitingRegisters(before) else { return command(index) }
        let intents = participants[index].intents
        command(index)
        let step = participants[index].device.database.steps.last
        guard step != before.steps.last, step?.isReceived == false else { return }
        undo(index, isReceived: false)
        participants[index].intents = intents
        let (expected, actual) = (before.state.export, participants[index].device.database.state.export)
        if expected != actual { fail(.inexactUndo, difference(expected, actual)) }
    }

    private func hasWaitingRegisters(_ database: SyncDatabase) -> Bool {
        database.registers.things.contains { id, fields in
            guard database.registers.isAlive(id, flaws: flaws) else { return false }
            return !database.state.shows(id)
                || fields.contains { field, content in
                    if case .tag(let tag) = field, content.value == .flag(true) { return !database.state.shows(tag) }
                    return false
                }
        }
    }

    private mutating func clone(_ index: Int) {
        guard participants.count(where: { !$0.isLost }) < 5 else { return }
        note(index, "clone as device \(participants.count)")
        var copy = participants[index]
        copy.device = SyncDevice(database: copy.device.database, random: SeededNumbers(seed: random.next()))
        if !hasOneFolder {
            replicas.append(replicas[copy.replica])
            copy.replica = replicas.count - 1
        }
        participants.append(copy)
    }

    private mutating func backUp(_ index: Int) {
        note(index, "back up")
        backups.append(participants[index])
    }

    private mutating func restore(_ index: Int) {
        guard let backup = backups.last(where: { $0.replica == participants[index].replica }) else { return }
        note(index, "restore")
        participants[index].device = SyncDevice(
            database: backup.device.database, random: SeededNumbers(seed: random.next()))
        participants[index].intents = backup.intents
    }

    private mutating func loseFiles(_ replica: Int) {
        let names = replicas[replica].folder.files.keys.sorted().filter { _ in random.happens(25) }
        log.append("\(time % 100_000_000) lose \(names.map(\.path)) in \(replica)")
        var folder = replicas[replica].folder
        for name in names { folder.files[name] = nil }
        replace(replica, with: folder)
    }

    private mutating func restoreStore(_ replica: Int) {
        if let snapshot = replicas[replica].snapshot, random.happens(60) {
            log.append("\(time % 100_000_000) restore the store \(replica)")
            replicas[replica].folder = snapshot
            replicas[replica].removed.subtract(snapshot.files.keys)
        } else {
            replicas[replica].snapshot = replicas[replica].folder
        }
    }

    private mutating func lose(_ index: Int) {
        note(index, "lost")
        participants[index].isLost = true
    }

    /// Adds a device; with rows, it was used without sync before.
    private mutating func addDevice(hasRows: Bool) {
        var replica = 0
        let usable = participants.filter { !$0.isLost }.map(\.replica)
        let source = random.pick(usable) ?? 0
        if hasOneFolder {
            replica = source
        } else {
            replicas.append(Replica())
            replica = replicas.count - 1
            copy(source, replica, percent: random.happens(60) ? 100 : 70)
        }
        participants.append(Participant(device: newDevice(), replica: replica, clockError: clockError()))
        let index = participants.count - 1
        note(index, "joins\(hasRows ? " with rows" : "")")
        if hasRows {
            let kept = NewItem(set: "kept", location: "https://keep.org/\(random.below(3))", title: "keep")
            perform(.save(kept), index)
            for _ in 0..<5 {
                time += 100
                command(index)
            }
            let names = participants[index].device.database.state.tags.values.map(\.key)
            hasSplitTags = hasSplitTags || names.contains { $0.hasPrefix("keep") && $0.hasSuffix("+") }
        }
        setUp(index)
    }

    private mutating func setUp(_ index: Int) {
        let replica = participants[index].replica
        _ = try? participants[index].device.setUp(&replicas[replica].folder, now: now(index))
        exchange(index, isPerfect: true)
    }

    private mutating func rejoin(_ index: Int) {
        note(index, "leaves and joins again")
        participants[index].device.leave()
        hasRejoined = true
        hasSplitTags = true
        setUp(index)
    }

    // MARK: The end

    private mutating func fail(_ kind: TrialFailure.Kind, _ details: String) {
        failure = TrialFailure(kind: kind, details: details, log: log)
    }

    private func difference(_ expected: [String], _ actual: [String]) -> String {
        let missing = expected.filter { !actual.contains($0) }
        let added = actual.filter { !expected.contains($0) }
        return "\n- " + missing.joined(separator: "\n- ") + "\n+ " + added.joined(separator: "\n+ ")
    }

    /// Exchanges everything, lets a device join, and compares all of them.
    mutating func finish() -> TrialFailure? {
        log.append("the end")
        let alive = participants.indices.filter { !participants[$0].isLost }
        guard settle(alive) else {
            fail(.unsettled, "files are still written after 12 rounds")
            return failure
        }
        var joined = newDevice()
        var folder = replicas[participants[alive[0]].replica].folder
        _ = try? joined.setUp(&folder, now: time)
        _ = try? joined.exchange(with: &folder, now: time)
        for index in alive {
            let database = participants[index].device.database
            if database.state.export != joined.database.state.export {
                fail(.diverged, "device \(index)\(difference(joined.database.state.export, database.state.export))")
            } else if database.state != joined.database.state || database.registers != joined.database.registers {
                fail(.diverged, "the ids of device \(index)")
            }
        }
        checkIntents(joined.database)
        return failure
    }

    /// Exchanges without loss until no device writes a file in two rounds; returns whether that happened.
    private mutating func settle(_ alive: [Int]) -> Bool {
        var quietRounds = 0
        for _ in 0..<12 {
            let before = alive.map { participants[$0].device.database.files.written.count }
            for index in alive {
                time += 1_000
                exchange(index, isPerfect: true)
                for target in Set(alive.map { participants[$0].replica }).sorted() {
                    for source in Set(alive.map { participants[$0].replica }).sorted() where source != target {
                        copy(source, target, percent: 100)
                    }
                }
            }
            let after = alive.map { participants[$0].device.database.files.written.count }
            let isSent = alive.allSatisfy { participants[$0].device.database.files.isSent }
            quietRounds = before == after && isSent ? quietRounds + 1 : 0
            if quietRounds == 2 { return true }
        }
        return false
    }

    private mutating func checkIntents(_ database: SyncDatabase) {
        let state = database.state
        let voidedLocations = Set(voided.compactMap { database.registers[$0, .location]?.value.string })
        let items = Dictionary(
            state.items.values.filter { state.sets[$0.set]?.key == "kept" }.map { ($0.location ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
        for intent in participants.filter({ !$0.isLost }).reduce(into: Set<TrialIntent>(), { $0.formUnion($1.intents) })
        where !voidedLocations.contains(intent.location) {
            let item = items[intent.location]
            let holds =
                switch intent {
                case .exists: item != nil
                case .tag(_, let name):
                    hasSplitTags || state.tagsByKey[name].map { item?.tags.contains($0) ?? false } ?? false
                case .gone: item == nil || hasRejoined
                case .replaced(_, let note): item?.note != note || hasRejoined
                }
            if !holds { fail(.lostIntent, "\(intent)") }
        }
    }
}
