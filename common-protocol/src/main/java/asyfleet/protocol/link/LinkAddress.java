package asyfleet.protocol.link;

import java.util.Optional;

/**
 * The address of a task whose process offers a link: {@code ws://host:port/task/TOKEN?link=PROCESS}. Who does not know what
 * a link is connects to it as to any other address. The link is at {@code ws://host:port/link/PROCESS}.
 *
 * @param link the URL of the link
 * @param token of the task
 */
public record LinkAddress(String link, String token) {

    /** The path of a task's own address. */
    public static final String TASK_PATH = "/task/";

    /** The path of a process' link. */
    public static final String LINK_PATH = "/link/";

    private static final String MARK = "?link=";

    /**
     * The address of a task.
     *
     * @param server as in {@code ws://host:port}
     * @param process the random name of the link
     */
    public static String write(String server, String token, String process) {
        return server + TASK_PATH + token + MARK + process;
    }

    /** Empty for an address of a process that offers no link. */
    public static Optional<LinkAddress> parse(String address) {
        int mark = address.lastIndexOf(MARK);
        int task = mark < 0 ? -1 : address.lastIndexOf(TASK_PATH, mark);
        int token = task + TASK_PATH.length();
        if (task < 0 || token >= mark) {
            return Optional.empty();
        }
        String process = address.substring(mark + MARK.length());
        return Optional.of(
                new LinkAddress(address.substring(0, task) + LINK_PATH + process, address.substring(token, mark)));
    }
}
