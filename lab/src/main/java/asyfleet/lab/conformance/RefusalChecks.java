package asyfleet.lab.conformance;

import static asyfleet.lab.conformance.UploadChecks.refused;

import java.util.List;

/** The checks of frames that are no message, or come out of turn. */
final class RefusalChecks {

    private RefusalChecks() {}

    static List<ConformanceCheck> all() {
        return List.of(
                refused("An unknown verb is refused", d -> d.say("fly {}")),
                refused("An empty message is refused", d -> d.say("")),
                refused("JSON that is none is refused", d -> d.say("options {\"format\": ")),
                refused("A JSON list where an object is due is refused", d -> d.say("options [1]")),
                refused("run with JSON is refused", d -> d.main(Programs.CIRCLE).say("run {\"fast\": true}")),
                refused("Contents without their text are refused", d -> d.say(new byte[] {1, 2, 3})),
                refused("input before run is refused", d -> d.input("1")),
                refused(
                        "input for a task that is not interactive is refused",
                        d -> d.main(Programs.ENDLESS).run().input("1")),
                refused(
                        "A second run is refused",
                        d -> d.main(Programs.ENDLESS).run().run()),
                refused(
                        "add after run is refused",
                        d -> d.main(Programs.ENDLESS).run().main(Programs.CIRCLE)),
                refused(
                        "options other than timeout after run are refused",
                        d -> d.main(Programs.ENDLESS).run().options("{\"format\": \"pdf\"}")));
    }
}
