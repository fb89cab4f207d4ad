package asyfleet.ring.protocol;

/**
 * The words with which messages begin. A word that is the whole message can be seen to be complete; one that ends in a
 * space is followed by fields whose end cannot be seen.
 */
public enum RingWord {
    SALUTON("SALUTON; MI ", "SALUTON; MI <HOSTNAME>"),
    VERSIO("VERSIO ", "VERSIO <PROTOCOL VERSION>"),
    KOMPRENAS("KOMPRENAS"),
    ALIGI("ALIGI ", "ALIGI <GROUP NAME>"),
    JES("JES"),
    PETO("PETO"),
    LABORO("LABORO ", "LABORO <JOBNAME> <JOBTYPE> <SIZE>"),
    PRETA("PRETA"),
    REZULTO("REZULTO ", "REZULTO <JOBNAME> <STATUS> <SIZE>"),
    RICEVIS("RICEVIS"),
    FINO("FINO"),
    ELIRI("ELIRI"),
    ATENDI("ATENDI"),
    FINO_ANKAU("FINO ANKAU"),
    /** No word at all: as many bytes as were announced. */
    CONTENTS("", "<CONTENTS>");

    private final String text;
    private final String form;

    RingWord(String text) {
        this(text, text);
    }

    RingWord(String text, String form) {
        this.text = text;
        this.form = form;
    }

    /** The word as it is sent, up to the fields. */
    String text() {
        return text;
    }

    /** The whole message as the protocol describes it, for errors. */
    String form() {
        return form;
    }

    /** Whether its last field is a size. */
    boolean announces() {
        return this == LABORO || this == REZULTO;
    }

    boolean hasFields() {
        return text.endsWith(" ");
    }
}
