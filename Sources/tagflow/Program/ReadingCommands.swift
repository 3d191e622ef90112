// The commands that only read the database. Without a database, they show an empty one, and they never create a file.

extension SetsCommand { var onlyReads: Bool { true } }
extension TagsCommand { var onlyReads: Bool { true } }
extension ShowCommand { var onlyReads: Bool { true } }
extension ItemsCommand { var onlyReads: Bool { !delete } }
extension ShowItemCommand { var onlyReads: Bool { true } }
extension OpenItemCommand { var onlyReads: Bool { true } }
extension TodayCommand { var onlyReads: Bool { add.isEmpty && remove.isEmpty } }
extension StatsCommand { var onlyReads: Bool { true } }
extension SuggestCommand { var onlyReads: Bool { true } }
extension ExportCommand { var onlyReads: Bool { true } }
extension CompletionsCommand { var onlyReads: Bool { true } }
extension BackupCommand { var onlyReads: Bool { true } }

extension ViewCommand { var onlyReads: Bool { action == .list } }
extension TagItemsCommand { var onlyReads: Bool { dryRun } }
extension UndoCommand { var onlyReads: Bool { list } }
extension TokenCommand { var onlyReads: Bool { action == .list } }
extension ModelCommand { var onlyReads: Bool { action == .show } }
extension ImplyCommand { var onlyReads: Bool { tags.isEmpty } }
extension DistinguishCommand { var onlyReads: Bool { tags.isEmpty } }

// These commands change files, not the database.
extension NotesCommand { var onlyReads: Bool { true } }
extension TagFilesCommand { var onlyReads: Bool { suggest || list } }

extension PickCommand {
    /// Printing matches saves nothing; the picker adds new tags to the set.
    var onlyReads: Bool { options.search.filter != nil }
}

extension DoctorCommand { var onlyReads: Bool { !clearMeasurements && !terminal && undoSize == nil } }
