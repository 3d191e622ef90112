// TerminalFrontEnd is the user interface on a terminal: the REPL, the picker, the list of items, reviews and printed boards. It uses Terminal and
// TagService. Read this file first; it lists the types of each stage in order.
//
// ## The REPL (Repl/)
//
// 1. Read. `PlainRepl` reads lines from a pipe. `InteractiveRepl` runs `ReplProgram` on the terminal; its line editor
//    submits lines.
// 2. Parse. `ReplGrammar` splits a line into `ShellWords` and parses them as a `ReplInput`. A `ReplLine` is a line with
//    its `ReplInput`, so that each line is parsed only once.
// 3. Execute. `ReplExecutor` toggles tags through the service or runs a command of the program. It's the same in a pipe
//    and on a terminal. `ReplSession` is the state kept between lines: the set, and the chips or suggestions that
//    numbers (`ChipNumbers`) refer to.
// 4. Show. `BoardPresenter` draws the board as text. On a terminal, executing a line returns a `ReplScreen`, and
//    `ReplProgram.view` draws the board (`BoardSections`: a tall one as a summary), the typed line and suggestions below earlier output. `ReplWord` is the word
//    being typed, for suggestions and `ReplCompletion`; `CommandArguments` lists a command's arguments.
//
// ## The picker (Picker/, Board/)
//
// 1. Run. `PickerRun` runs `Picker`, a `TerminalProgram`, with `PickerOptions`. `PickerSources` load more tags.
// 2. Update. A key edits the query, moves the highlight (`ChipMove`), chooses a tag or accepts the choice
//    (`PickerKey`), or performs the `PickerAction`s of a `PickerBinding`. `PickerTags` filters and ranks the
//    `PreparedTags` by the query.
// 3. Lay out. `ChipFlow` places the matching chips, and computes frames only on demand.
// 4. Draw. `Picker.view` paints the visible `PaintedChip`s with `ChipPainter`, in the colors of a `ColoredLine`.
//    Terminal's `Screen` sends the changes. A label wider than its chip is cut to a `VisibleRange`.
// 5. Run commands. A `CommandTemplate` takes the highlighted line and its fields (`FieldDelimiter`, `FieldRange`).
//    `PickerCommands` run a `PreviewJob` in the background, and `PreviewPane` draws its output.
//
// ## The list of items (ItemList/)
//
// 1. Run. `ItemListRun` loads the first page of items, then runs `ItemList`, a `TerminalProgram`. `ItemListActions` open
//    the picker and locations.
// 2. Update. A key edits the query, moves the highlight, shows the `ItemDetail` of an item, or starts an `ItemChange`.
//    Keys wait until a change has ended.
// 3. Load. An `ItemLoad` queries a page of items in the background.
// 4. Draw. `ItemList.view` draws the visible rows of the `ItemTable`, which the command `items` also prints.
//
// ## Reviews (Review/)
//
// 1. Run. `ReviewRun` runs `Review`, a `TerminalProgram`, for a queue of items. `ReviewSource` loads a `ReviewSubject`, the next
//    ones in advance, and carries out a `ReviewDecision`.
// 2. Update. A key toggles one of the `ReviewChips`, types a tag in the `ReviewField`, or decides; the next item is shown while
//    the decision is carried out. If that fails, the item comes back.
// 3. Draw. `Review.view` draws the item, the chips and the field in the rows of the `ReviewLayout`.
//
// ## Output (Output/)
//
// All output is printed by `ByteStream`, which breaks lines between words (`LineBreaker`) and writes with `DescriptorWriter`.
