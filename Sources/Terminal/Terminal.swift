// Terminal draws programs on a terminal and reads its keys. It knows nothing of tags. Read this file first; it names the types
// of each stage in order.
//
// 1. Open. `TerminalDevice` is the terminal; `TerminalSession` puts it into raw mode with its `TerminalModes` and restores it,
//    however the process ends: `TerminalGuard` holds the `TerminalLease` that `SignalHandlers` restore from.        Device/
// 2. Read. `EventReader` waits for bytes, signals and wake-ups (`WakePipe`); `InputDecoder` decodes the bytes, with
//    `ControlSequence`, `PasteBuffer` and `UTF8Accumulator`, into `TerminalEvent`s.                                   Input/
// 3. Update. `ProgramRunner` passes each event to a `TerminalProgram`, a model after Elm: `update` changes it and returns
//    `ProgramEffect`s, `view` gives a `TerminalFrame`. `ProgramLoop` is shared by the runner and tests.            Program/
//    A program that reads text keeps a `LineEditor`, which answers each event with a `LineEditorAction`.            Editing/
// 4. Draw. A frame is a `CellGrid` of `Cell`s; `Screen` compares it with the last one, and `FrameWriter` writes the bytes
//    that change.                                                                                                    Screen/
//
// Tests run the same programs on the in-memory terminal of the target TerminalSimulation.
