package asyfleet.client.render.report;

/** The report of a run to its user. Called by the thread of the command; {@link #output} by the client's as well. */
public interface RenderReport {

    /** Something that may explain a failure. @param place as compilers write it */
    void warning(String place, String text);

    /** News about the whole run, such as that a fleet is being started. */
    void note(String text);

    /** Shows the output of a program, at once. */
    void output(byte[] stdout);

    void ended(FigureEnd end);

    /** Shows how far the run is; called several times a second. */
    void progress(RunState state);

    void summary(RunState state);

    /** In place of a summary: the reason why the whole run failed. */
    void failed(String reason);
}
