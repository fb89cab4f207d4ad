package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.figure.ChaosFigure;
import asyfleet.lab.chaos.history.ExpectedEnd;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A client that types two lines into a shell, waits for the answer of each, and quits. */
public final class ShellClient extends AsyClient {

    private static final TaskOptions INTERACTIVE = new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0);
    private static final Pattern ANSWER = Pattern.compile("task \\d+ (one|two)");

    public ShellClient(ClientContext context) {
        super(context);
    }

    @Override
    public void run(ChaosFigure figure) throws InterruptedException {
        run(new Typing(figure), false);
    }

    public static ExpectedEnd expected(ChaosFigure figure) {
        String answers = figure.words() + " one, " + figure.words() + " two";
        return new ExpectedEnd("shell", EndCode.OK.name(), Optional.empty(), Optional.of(answers));
    }

    /** Types when the shell runs, and again after each answer. */
    private final class Typing extends Conversing {

        private final ChaosFigure figure;
        private int typed;

        Typing(ChaosFigure figure) {
            super(figure, INTERACTIVE);
            this.figure = figure;
        }

        @Override
        void started(ChannelHandlerContext ctx) {
            if (typed == 0) {
                type(ctx, write("one"));
            }
        }

        @Override
        void wrote(ChannelHandlerContext ctx, String all) {
            if (typed == 1 && all.contains(figure.words() + " one")) {
                type(ctx, write("two"));
            } else if (typed == 2 && all.contains(figure.words() + " two")) {
                type(ctx, "quit");
            }
        }

        private String write(String word) {
            return "write(\"" + figure.words() + " " + word + "\");";
        }

        private void type(ChannelHandlerContext ctx, String line) {
            typed++;
            ctx.writeAndFlush(new ClientMessage.Input((line + "\n").getBytes(StandardCharsets.UTF_8)));
        }

        /** Without prompts. */
        @Override
        String shown(String all) {
            return ANSWER.matcher(all).results().map(MatchResult::group).collect(Collectors.joining(", "));
        }
    }
}
