// Terminal runs full-screen and inline programs on a terminal. It knows nothing about tags. Read this file first; it
// lists the types of each stage in order.
//
// 1. Open (Device/). `TerminalDevice` is the terminal. `TerminalSession` puts it into raw mode, turns on
//    `TerminalModes`, and restores it however the process ends: `SignalHandlers` use the `TerminalLease` that
//    `TerminalGuard` holds.
// 2. Read (Device/, Input/). `EventReader` waits for bytes, signals and wake-ups (`WakePipe`). `InputDecoder` turns the
//    bytes into `TerminalEvent`s, with `ControlSequence`, `PasteBuffer` and `UTF8Accumulator`.
// 3. Update (Program/). `ProgramRunner` passes each event to a `TerminalProgram`, a model as in Elm: `update` changes
//    the model and returns `ProgramEffect`s, `view` returns a `TerminalFrame`. The runner and tests share
//    `ProgramLoop`. A program that reads text has a `LineEditor` (Editing/), which returns a `LineEditorAction` for
//    each event.
// 4. Draw (Screen/). A frame is a `CellGrid` of `Cell`s. `Screen` compares it with the last frame, and `FrameWriter`
//    writes the differences.
//
// Tests run the same programs on the in-memory terminal of the target TerminalSimulation.
