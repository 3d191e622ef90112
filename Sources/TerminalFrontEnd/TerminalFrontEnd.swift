// TerminalFrontEnd is the user interface on a terminal: the REPL, the picker and printed boards, on Terminal and TagService.
// Read this file first; it names the types of each stage in order.
//
// ## The REPL
//
// 1. Read. `PlainRepl` reads lines from a pipe; `InteractiveRepl` runs `ReplProgram` on the terminal, whose line editor
//    submits them.                                                                                                     Repl/
// 2. Parse, once. `ReplGrammar` splits a line into `ShellWords` and makes a `ReplInput` of it; a `ReplLine` carries both.
// 3. Execute. `ReplExecutor` toggles through the service or runs a command of the program, in a pipe and on a terminal alike.
//    `ReplSession` keeps the state for the next line: the set, and the chips or suggestions that numbers name (`ChipNumbers`).
// 4. Show. `BoardPresenter` prints the board as text. On a terminal each line leaves a `ReplScreen`, and `ReplProgram.view` draws
//    the board, the typed line and suggestions below earlier output. `ReplWord` is the word being typed, for suggestions and
//    `ReplCompletion`; `CommandArguments` lists a command's arguments.
//
// ## The picker
//
// 1. Run. `PickerRun` runs `Picker`, a `TerminalProgram`, with `PickerOptions`; `PickerSources` bring more tags.       Picker/
// 2. Update. A key edits the typed text, moves the highlight (`ChipMove`), chooses or accepts (`PickerKey`); `PickerTags` filters and ranks the
//    `PreparedTags` by the query.
// 3. Lay out. `ChipFlow` places the chips that match, and computes only the frames that are asked for.                 Board/
// 4. Draw. `Picker.view` paints the visible `PaintedChip`s with `ChipPainter`, in the colors of a `ColoredLine`; Terminal's
//    `Screen` sends the changes.
//
// ## Output
//
// All that is printed goes through `ByteStream`, and `DescriptorWriter` below it.                                      Output/
