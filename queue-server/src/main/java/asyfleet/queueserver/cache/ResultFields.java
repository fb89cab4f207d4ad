package asyfleet.queueserver.cache;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A result as the fields of a hash: {@code end}, the last message as JSON, and for each part its number, kind and name,
 * as in {@code 0 output stdout}, {@code 1 result svg} and, if the program named its picture, {@code 2 result svg a}.
 */
final class ResultFields {

    private static final String END = "end";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** The end of a success. */
    private record End(Long timeMillis, Verdict verdict) {}

    private ResultFields() {}

    static Map<String, byte[]> write(List<ServerMessage> parts, ServerMessage.Complete complete) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        fields.put(END, JSON.writeValueAsBytes(new End(complete.timeMillis(), complete.verdict())));
        for (ServerMessage part : parts) {
            int number = fields.size() - 1;
            if (part instanceof ServerMessage.Output output) {
                fields.put(number + " output " + output.stream().wire(), output.contents());
            } else if (part instanceof ServerMessage.Result result) {
                String name = result.name() == null ? "" : " " + result.name();
                fields.put(number + " result " + result.format().wire() + name, result.contents());
            }
        }
        return fields;
    }

    /** The messages for a client: its wait is over, the parts in their order, and the end. Empty for an empty hash. */
    static Optional<List<ServerMessage>> read(Map<String, byte[]> fields) {
        if (!fields.containsKey(END)) {
            return Optional.empty();
        }
        ServerMessage[] parts = new ServerMessage[fields.size() - 1];
        for (Map.Entry<String, byte[]> field : fields.entrySet()) {
            if (!field.getKey().equals(END)) {
                String[] words = field.getKey().split(" ", 4);
                parts[Integer.parseInt(words[0])] = part(words, field.getValue());
            }
        }
        List<ServerMessage> messages = new ArrayList<>();
        messages.add(new ServerMessage.Queue(true, null));
        messages.addAll(List.of(parts));
        End end = JSON.readValue(fields.get(END), End.class);
        messages.add(new ServerMessage.Complete(true, null, end.timeMillis, end.verdict));
        return Optional.of(messages);
    }

    private static ServerMessage part(String[] words, byte[] contents) {
        String name = words.length > 3 ? words[3] : null;
        return words[1].equals("output")
                ? new ServerMessage.Output(OutputStreamName.ofWire(words[2]).orElseThrow(), contents)
                : new ServerMessage.Result(Format.ofWire(words[2]).orElseThrow(), contents, name);
    }
}
