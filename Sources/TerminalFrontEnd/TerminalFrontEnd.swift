// TerminalFrontEnd is the user interface on a terminal: the REPL, the picker and printed boards, on Terminal and TagService.
// Read this file first; it lists the types of each stage in order.
//
// ## The REPL
//
// 1. Read. `PlainRepl` reads lines from a pipe; `InteractiveRepl` runs `ReplProgram` on the terminal, whose line editor
//    submits them.                                                                                                     Repl/
// 2. Parse, once. `ReplGrammar` splits a line into `ShellWords` and parses them as a `ReplInput`; a `ReplLine` has both.
// 3. Execute. `ReplExecutor` toggles tags through the service or runs a command of the program, in a pipe and on a terminal.
//    `ReplSession` has the state for the next line: the set, and the chips or suggestions for numbers (`ChipNumbers`).
// 4. Show. `BoardPresenter` prints the board as text. On a terminal each line leaves a `ReplScreen`, and `ReplProgram.view` draws
//    the board, the typed line and suggestions below earlier output. `ReplWord` is the word being typed, for suggestions and
//    `ReplCompletion`; `CommandArguments` lists a command's arguments.
//
// ## The picker
//
// 1. Run. `PickerRun` runs `Picker`, a `TerminalProgram`, with `PickerOptions`; `PickerSources` bring more tags.       Picker/
// 2. Update. A key edits the query, moves the highlight (`ChipMove`), chooses a tag or accepts the choice (`PickerKey`);
//    `PickerTags` filters and ranks the `PreparedTags` by the query.
// 3. Lay out. `ChipFlow` places the matching chips, and computes frames only on demand.                                Board/
// 4. Draw. `Picker.view` paints the visible `PaintedChip`s with `ChipPainter`, in the colors of a `ColoredLine`; Terminal's
//    `Screen` sends the changes.
//
// ## Output
//
// All output is printed by `ByteStream`, which writes with `DescriptorWriter`.                                         Output/
