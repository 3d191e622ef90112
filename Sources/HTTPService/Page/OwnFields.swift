/// The fields and methods that the page and the tag input have for themselves, so that they may be sent with shorter names.
///
/// None of them is in the JSON that the server sends or takes, in a text of the script, or among what the script uses of the browser.
enum OwnFields {
    static let names = Set(
        """
        about actions active alone announced announcement answered areSetsStale awaited batch beside boardHeight boardKey
        canChange caret changed chipKey chipOf choose clicked connection controllers current dispatch doneAt draw drawn echoes
        escape follow following forget gapAt grid hasMoved heard hold internals isAfter isAsked isAsking isBehind isChosen
        isEdited isForbidden isGone isImplying isLifted isLine isOn isOpen isOptional isReadOnly isTold isTouch isTouched
        isWanted isWholeKnown item keeps kind leaveOut lift linesSeen listen lost menuBelow missing moved movingKey near
        neighbour nextID note notice own pasted pause plainKey point pressed reading replacePlainField request retry reveal root
        rows scrollAtEdge seek selectedStamp sending setCurrent shown signIn slices sought stamp startKey steps store
        stream suggested tell timer tone trouble wait waits watch what withCurrent work
        """
        .split { $0 == " " || $0 == "\n" }.map(String.init)
    )

    /// The page's events, which also stand in texts; each such text means the event.
    static let events = Set(
        """
        answerRead boardRead commanded committed confirmed disconnected dismissed entered implyingSet measured nextRead noticed refused scrolled
        selectionChanged selectionRead setOpened setsRead signedIn toggled
        """
        .split { $0 == " " || $0 == "\n" }.map(String.init)
    )
}
