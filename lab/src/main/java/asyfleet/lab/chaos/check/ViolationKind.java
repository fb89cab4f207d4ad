package asyfleet.lab.chaos.check;

/** The promises that a history can break. */
public enum ViolationKind {
    LOST("an accepted task has no end"),
    TWICE("a task has two ends"),
    FROM_NOWHERE("an end of a task that nobody sent"),
    WRONG_PICTURE("a picture that is not that of a run alone"),
    WRONG_OUTPUT("output that is not that of a run alone"),
    OUTPUT_TWICE("output that came twice"),
    BLAMED("an end that blames a program for what it did not do"),
    UNEARNED_FAULT("a fault of the fleet that one broken part does not explain"),
    UNEXPLAINED("an error that no fault explains"),
    NOT_TOLD("a webhook that was never called"),
    TOLD_TWICE("a webhook that was called twice though its queue server lived"),
    TOLD_WRONG("a webhook that told another end than its task had"),
    OVER_LIMIT("more requests at a time than their limit"),
    OVER_DISPATCHED("more tasks dispatched than slots or limits allow"),
    NOT_WHOLE("a fault after which the fleet was not whole again"),
    LEFT_BEHIND("something that is not back at the end"),
    UNPROVEN("a part of the run that could not be carried out");

    private final String meaning;

    ViolationKind(String meaning) {
        this.meaning = meaning;
    }

    /** For people. */
    public String meaning() {
        return meaning;
    }
}
