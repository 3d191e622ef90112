// TerminalFrontEnd is what a person uses on a terminal: the REPL, the picker and printed boards, on Terminal and TagService.
// Read this file first; it names the types of each stage in the order in which they run.
//
// ## The REPL
//
// 1. Read. `PlainRepl` reads lines from a pipe; `InteractiveRepl` runs `ReplProgram` on the terminal, whose line editor
//    submits them.                                                                                                     Repl/
// 2. Parse, once. `ReplGrammar` splits a line into `ShellWords` and makes a `ReplInput` of it; a `ReplLine` carries both.
// 3. Execute. Toggles go through `ReplGrammar.toggle`, in `ReplProgram` in place. Anything else, and all in a pipe, goes to
//    `ReplExecutor`: it asks the service or runs a command of the program, and keeps what the next line needs in `ReplSession`.
// 4. Show. `BoardPresenter` prints the board as text; in `ReplProgram` a message of the service updates the state, and `view`
//    draws board, line and suggestions. `ReplWord` tells what is being typed, for suggestions and `ReplCompletion`;
//    `CommandArguments` tells it what a command takes.
//
// ## The picker
//
// 1. Run. `PickerRun` runs `Picker`, a `TerminalProgram`, with `PickerOptions`; `PickerSources` bring more tags.       Picker/
// 2. Update. A key edits the typed text, moves the highlight (`ChipMove`), chooses or accepts (`PickerKey`); `PickerTags` filters and ranks the
//    `PreparedTags` by what is typed.
// 3. Lay out. `ChipFlow` places the chips that match, and computes only the frames that are asked for.                 Board/
// 4. Draw. `Picker.view` paints the visible `PaintedChip`s with `ChipPainter`, in the colors of a `ColoredLine`; Terminal's
//    `Screen` sends what changed.
//
// ## Output
//
// All that is printed goes through `ByteStream`, and `DescriptorWriter` below it.                                      Output/
