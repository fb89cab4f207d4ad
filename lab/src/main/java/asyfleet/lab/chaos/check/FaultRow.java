package asyfleet.lab.chaos.check;

import java.util.List;
import java.util.Map;

/**
 * A row of the table of faults. Times are in seconds.
 *
 * @param fault its title
 * @param option its name on the command line
 * @param count how often it struck
 * @param tasks under way when it struck, or sent until the next
 * @param lost tasks without an end, and webhooks that were never called
 * @param twice ends, output or webhook calls that came twice
 * @param wrong pictures, output and ends that are not those of a run alone
 * @param unknown tasks whose connection died
 * @param errors codes and failures that clients saw, with their counts
 * @param violations of all kinds
 * @param silences longest time without a good answer, for each time it struck
 * @param answers from its end to the next good answer
 * @param reruns from the strike until a task that lost its backend ran on another one
 * @param adoptions from the strike until another queue server had taken over an asynchronous task
 * @param recoveries from its end to all processes ready and all slots back
 */
public record FaultRow(
        String fault,
        String option,
        int count,
        int tasks,
        int lost,
        int twice,
        int wrong,
        int unknown,
        Map<String, Integer> errors,
        int violations,
        List<Double> silences,
        List<Double> answers,
        List<Double> reruns,
        List<Double> adoptions,
        List<Double> recoveries) {

    /** Broken promises of other kinds, such as an error that nothing explains. */
    public int other() {
        return violations - lost - twice - wrong;
    }
}
