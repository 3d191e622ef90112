// Terminal draws programs on a terminal and reads its keys. It doesn't depend on tags. Read this file first; it lists the
// types of each stage in order.
//
// 1. Open. `TerminalDevice` is the terminal; `TerminalSession` puts it into raw mode with its `TerminalModes`, and restores
//    it however the process ends: `TerminalGuard` holds the `TerminalLease` that `SignalHandlers` restores from.    Device/
// 2. Read. `EventReader` waits for bytes, signals and wake-ups (`WakePipe`); `InputDecoder` decodes the bytes, with
//    `ControlSequence`, `PasteBuffer` and `UTF8Accumulator`, into `TerminalEvent`s.                                   Input/
// 3. Update. `ProgramRunner` passes each event to a `TerminalProgram`, a model as in Elm: `update` changes it and returns
//    `ProgramEffect`s, `view` returns a `TerminalFrame`. `ProgramLoop` is shared by the runner and tests.          Program/
//    A program that reads text has a `LineEditor`, which returns a `LineEditorAction` for each event.               Editing/
// 4. Draw. A frame is a `CellGrid` of `Cell`s; `Screen` compares it with the last frame, and `FrameWriter` writes the bytes
//    that change.                                                                                                    Screen/
//
// Tests run the same programs on the in-memory terminal of the target TerminalSimulation.
