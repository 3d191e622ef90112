internal import TagService
internal import Terminal

extension Picker {
    /// Performs the actions of a key in order, up to the action that ends the picker.
    mutating func perform(_ actions: [PickerAction]) -> [Effect] {
        var effects: [Effect] = []
        for action in actions {
            effects += perform(action)
            if case .finish = effects.last { break }
        }
        return effects
    }

    private mutating func perform(_ action: PickerAction) -> [Effect] {
        switch action {
        case .accept: return accept()
        case .abort: return [.finish(.left, keepsDrawing: false)]
        // In a single row, the other tags are beside the highlighted one.
        case .up: return go(flow.rows == 1 ? .left : .up)
        case .down: return go(flow.rows == 1 ? .right : .down)
        case .left: return go(.left)
        case .right: return go(.right)
        case .pageUp: return page(.rows(-1))
        case .pageDown: return page(.rows(1))
        case .first: return go(.first)
        case .last: return go(.last)
        case .toggle: return toggle(highlight)
        case .toggleAll: return toggleAll()
        case .selectAll: return chooseAll()
        case .deselectAll:
            tags.deselect(tags.chosen)
            return fetchAffinities()
        case .clearQuery:
            editor.setText("")
            find()
        case .togglePreview:
            preview?.isVisible.toggle()
            fit()
        case .previewUp: preview?.scroll(-1)
        case .previewDown: preview?.scroll(1)
        case .previousHistory: return edit(.key(.control("p")))
        case .nextHistory: return edit(.key(.control("n")))
        case .ignore: break
        case .execute(let command): return execute(command)
        case .reload(let command): return reload(command)
        }
        return []
    }

    private func execute(_ template: CommandTemplate) -> [Effect] {
        let command = template.command(values)
        return [
            .lend(.whole) {
                TerminalCommand.run(command)
                return .executed
            }
        ]
    }

    /// Replaces all tags with the output of a command.
    private mutating func reload(_ template: CommandTemplate) -> [Effect] {
        guard let reading = sources.reading else { return [.bell] }
        reloads += 1
        let (number, command, commands) = (reloads, template.command(values), sources.commands)
        let (widths, filter) = (widths, options.filter)
        return [
            .run {
                let tags = reading(await commands.output(of: command))
                return .reloaded(PreparedTags(tags, widths: widths, filter: filter), number: number)
            }
        ]
    }

    /// The values of a command's placeholders.
    private var values: CommandTemplate.Values {
        let line = { (tag: Int) in (number: tag, text: tags.text(of: tag)) }
        return CommandTemplate.Values(
            line: tag(at: highlight).map(line), chosen: tags.chosen.map(line), query: editor.text,
            delimiter: options.delimiter)
    }
}

// MARK: - Preview

extension Picker {
    /// Starts the preview's command if its subject has changed.
    mutating func refreshPreview() -> [Effect] {
        guard let pane = preview, pane.isVisible else { return [] }
        let command = pane.options.command
        let subject = PreviewPane.Subject(
            tag: command.usesLine ? tag(at: highlight) : nil, chosen: command.usesChosen ? tags.chosen : [],
            query: command.usesQuery ? editor.text : "", reloads: reloads)
        guard subject != pane.subject else { return [] }
        preview?.subject = subject
        guard subject.tag != nil || !command.usesLine else {
            preview?.show([], isNew: true)
            return []
        }
        let (text, commands) = (command.command(values), sources.commands)
        let size = previewSize
        return [
            .run {
                let job = commands.startPreview(text, columns: size.columns, rows: size.rows)
                return await Self.next(job, after: 0, subject)
            }
        ]
    }

    /// The size of the preview without its border.
    private var previewSize: CellSize {
        let area = previewArea
        return area.columns > 0
            ? CellSize(columns: area.columns - 2, rows: boardHeight)
            : CellSize(columns: terminalSize.columns, rows: max(area.rows - 1, 0))
    }

    /// Shows the output of the current subject, and waits for the rest.
    mutating func show(_ bytes: [UInt8], of subject: PreviewPane.Subject, _ job: PreviewJob?) -> [Effect] {
        guard subject == preview?.subject else {
            job?.stop()
            return []
        }
        let isNew = subject != preview?.shown
        preview?.show(bytes, isNew: isNew)
        preview?.shown = subject
        guard let job else { return [] }
        return [.run { await Self.next(job, after: bytes.count, subject) }]
    }

    private static func next(_ job: PreviewJob, after count: Int, _ subject: PreviewPane.Subject) async -> Message {
        let output = await job.output(after: count)
        return .preview(subject, output.bytes, output.isDone ? nil : job)
    }
}
