package asyfleet.protocol.limiter;

import static asyfleet.protocol.limiter.LimiterText.param;

import asyfleet.protocol.limiter.LimiterReply.Error;
import asyfleet.protocol.limiter.LimiterReply.RequestCount;
import asyfleet.protocol.limiter.LimiterReply.StartRequestAck;
import asyfleet.protocol.limiter.LimiterRequest.EndRequest;
import asyfleet.protocol.limiter.LimiterRequest.GetRequestCount;
import asyfleet.protocol.limiter.LimiterRequest.StartRequest;

/** The messages of both directions as text: reading and writing of each stand together, for they must agree. */
final class LimiterGrammar {

    private static final String HEARTBEAT = "HEARTBEAT";
    private static final String START_REQUEST = "START-REQUEST";
    private static final String START_REQUEST_ACK = "START-REQUEST-ACK";
    private static final String END_REQUEST = "END-REQUEST";
    private static final String GET_REQUEST_COUNT = "GET-REQUEST-COUNT";
    private static final String REQUEST_COUNT = "REQUEST-COUNT";
    private static final String ERROR = "ERROR";

    private static final String REQUEST_ID = "Request-ID";
    private static final String REQUEST_TYPE = "Request-Type";
    private static final String REQUEST_LIMIT = "Request-Limit";
    private static final String REQUEST_LIMIT_REACHED = "Request-Limit-Reached";
    private static final String REQUEST_COUNT_PARAM = "Request-Count";
    private static final String ERROR_CODE = "Error-Code";
    private static final String ERROR_MESSAGE = "Error-Message";

    private LimiterGrammar() {}

    static LimiterRequest readRequest(LimiterText text) {
        return switch (text.type()) {
            case HEARTBEAT -> new LimiterRequest.Heartbeat();
            case START_REQUEST ->
                new StartRequest(text.required(REQUEST_ID), text.required(REQUEST_TYPE), text.count(REQUEST_LIMIT));
            case END_REQUEST -> new EndRequest(text.required(REQUEST_ID));
            case GET_REQUEST_COUNT -> new GetRequestCount(text.required(REQUEST_TYPE));
            default -> new LimiterRequest.Unknown(text.type());
        };
    }

    static String write(LimiterRequest request) {
        return request.accept(REQUEST_WRITER);
    }

    private static final LimiterRequest.Handler<String> REQUEST_WRITER = new LimiterRequest.Handler<>() {
        @Override
        public String on(LimiterRequest.Heartbeat heartbeat) {
            return HEARTBEAT;
        }

        @Override
        public String on(StartRequest start) {
            return lines(
                    START_REQUEST,
                    param(REQUEST_ID, start.id()),
                    param(REQUEST_TYPE, start.type()),
                    param(REQUEST_LIMIT, start.limit()));
        }

        @Override
        public String on(EndRequest end) {
            return lines(END_REQUEST, param(REQUEST_ID, end.id()));
        }

        @Override
        public String on(GetRequestCount get) {
            return lines(GET_REQUEST_COUNT, param(REQUEST_TYPE, get.type()));
        }

        @Override
        public String on(LimiterRequest.Unknown unknown) {
            return unknown.messageType();
        }
    };

    static LimiterReply readReply(LimiterText text) {
        return switch (text.type()) {
            case HEARTBEAT -> new LimiterReply.Heartbeat();
            case START_REQUEST_ACK -> new StartRequestAck(text.required(REQUEST_ID), text.flag(REQUEST_LIMIT_REACHED));
            case REQUEST_COUNT -> new RequestCount(text.required(REQUEST_TYPE), text.count(REQUEST_COUNT_PARAM));
            case ERROR -> new Error(text.required(ERROR_CODE), text.required(ERROR_MESSAGE));
            default -> new LimiterReply.Unknown(text.type());
        };
    }

    static String write(LimiterReply reply) {
        return reply.accept(REPLY_WRITER);
    }

    private static final LimiterReply.Handler<String> REPLY_WRITER = new LimiterReply.Handler<>() {
        @Override
        public String on(LimiterReply.Heartbeat heartbeat) {
            return HEARTBEAT;
        }

        @Override
        public String on(StartRequestAck ack) {
            String reached = ack.limitReached() ? "TRUE" : "FALSE";
            return lines(START_REQUEST_ACK, param(REQUEST_ID, ack.id()), param(REQUEST_LIMIT_REACHED, reached));
        }

        @Override
        public String on(RequestCount count) {
            return lines(REQUEST_COUNT, param(REQUEST_TYPE, count.type()), param(REQUEST_COUNT_PARAM, count.count()));
        }

        @Override
        public String on(Error error) {
            return lines(ERROR, param(ERROR_CODE, error.code()), param(ERROR_MESSAGE, error.message()));
        }

        @Override
        public String on(LimiterReply.Unknown unknown) {
            return unknown.messageType();
        }
    };

    private static String lines(String... lines) {
        return String.join("\n", lines);
    }
}
