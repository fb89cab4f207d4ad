package asyfleet.net.http;

/** The request methods that routes can serve. Others are answered with 501 before any route is looked for. */
public enum Method {
    GET,
    HEAD,
    POST,
    PUT,
    PATCH,
    DELETE,
    OPTIONS
}
