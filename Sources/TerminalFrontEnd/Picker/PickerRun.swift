public import TagService
internal import Terminal
public import TextMeasurement

/// Runs a picker on the process's terminal.
public struct PickerRun {
    private let device: TerminalDevice
    private let environment: [String: String]

    /// Opens the controlling terminal, wherever the standard streams lead.
    ///
    /// - Throws: `FrontEndError.noTerminal` without a terminal, `.dumbTerminal` if it can't be
    ///   drawn on.
    public init(environment: [String: String]) throws(FrontEndError) {
        self.environment = environment
        do { device = try TerminalDevice.open() } catch { throw FrontEndError(error) }
        guard TerminalDevice.canBeDrawnOn(environment) else {
            throw .dumbTerminal(environment["TERM"] ?? "")
        }
    }

    /// Shows tags until some are chosen or the picker is left.
    ///
    /// - Parameters:
    ///   - tags: The tags to choose from.
    ///   - options: How the picker behaves.
    ///   - affinities: Returns the affinity of tags to the selection, by name; `nil` if unknown.
    ///   - more: Waits for more tags; `nil` without further tags.
    ///   - widths: The measured character widths of this terminal.
    /// - Returns: How it ended.
    /// - Throws: `FrontEndError` if the terminal fails or is closed.
    public func pick(
        from tags: PickableTags,
        options: PickerOptions,
        affinities: (@Sendable ([String]) async throws -> [String: Double])? = nil,
        more: (@Sendable () async throws -> [PickableTag]?)? = nil,
        widths: TerminalWidths = TerminalWidths()
    ) async throws -> PickerOutcome {
        let depth = ColorDepth(environment: environment, isTerminal: true)
        do {
            let session = try TerminalSession(
                device: device,
                modes: TerminalModes(
                    usesAlternateScreen: options.usesFullScreen,
                    mouse: options.usesMouse ? .buttons : .off
                ),
                environment: environment
            )
            defer { session.close() }
            let picker = Picker(
                tags,
                options: options,
                size: session.size,
                isColored: depth != .none,
                sources: PickerSources(affinities: affinities, more: more),
                widths: widths
            )
            let screen = Screen(placement: options.usesFullScreen ? .full : .inline, depth: depth)
            var runner = ProgramRunner(picker, on: session, screen: screen)
            return try await runner.runOnOwnThread()
        } catch let error as TerminalError { throw FrontEndError(error) }
    }
}
