public import TagService
internal import Terminal
public import TextMeasurement

/// A run of the picker on the controlling terminal.
public struct PickerRun {
    private let device: TerminalDevice
    private let environment: [String: String]

    /// Opens the controlling terminal, even if the standard streams are redirected.
    ///
    /// - Throws: `FrontEndError.noTerminal` if the process doesn't have a terminal, `.dumbTerminal`
    ///   if the terminal can't be drawn on.
    public init(environment: [String: String]) throws(FrontEndError) {
        self.environment = environment
        do { device = try TerminalDevice.open() } catch { throw FrontEndError(error) }
        guard TerminalDevice.canBeDrawnOn(environment) else { throw .dumbTerminal(environment["TERM"] ?? "") }
    }

    /// Shows tags until the user accepts a choice or leaves the picker.
    ///
    /// - Parameters:
    ///   - tags: The tags to choose from.
    ///   - options: The options of the picker.
    ///   - affinities: Returns the affinity of all tags to the given tags, by name; nil if tags aren't
    ///     ranked by affinity.
    ///   - more: Waits for more tags and returns them, or nil at the end. Pass nil if `tags` is
    ///     complete.
    ///   - similar: Returns the known tag that a new tag resembles, or nil.
    ///   - reading: Returns the tags in the output of a command, for the action `reload`.
    ///   - widths: The measured character widths of this terminal.
    /// - Returns: The result of the picker.
    /// - Throws: `FrontEndError` if the terminal fails or is closed.
    public func pick(
        from tags: PickableTags, options: PickerOptions,
        affinities: (@Sendable ([String]) throws -> [String: Double])? = nil,
        more: (@Sendable () throws -> [PickableTag]?)? = nil, similar: (@Sendable (String) throws -> TagOffer?)? = nil,
        reading: (@Sendable ([UInt8]) -> [PickableTag])? = nil, widths: TerminalWidths = TerminalWidths()
    ) throws -> PickerOutcome {
        let depth = ColorDepth(environment: environment, isTerminal: true)
        do {
            let session = try TerminalSession(
                device: device,
                modes: TerminalModes(
                    usesAlternateScreen: options.usesFullScreen, mouse: options.usesMouse ? .buttons : .off),
                environment: environment)
            defer { session.close() }
            let commands = PickerCommands(environment: environment)
            defer { commands.stop() }
            let history = options.historyPath.map { HistoryFile(path: $0) }
            var picker = Picker(
                tags, options: options, size: session.size, isColored: depth != .none,
                sources: PickerSources(
                    affinities: affinities, more: more, reading: reading, similar: similar, commands: commands),
                history: history?.lines() ?? [], widths: widths)
            picker.isOnLight = TerminalBackground(environment: environment) == .light
            picker.asksBackground = depth != .none && TerminalBackground.canBeAsked(environment)
            let screen = Screen(placement: options.usesFullScreen ? .full : .inline, depth: depth)
            var runner = ProgramRunner(picker, on: session, screen: screen)
            let outcome = try runner.run()
            if case .accepted(_, _, let query) = outcome { history?.remember(query) }
            return outcome
        } catch { throw FrontEndError(error) }
    }
}
