package asyfleet.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GreetingTest {

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080, ready http://localhost:8080",
        "http://0.0.0.0:8080,   ready http://localhost:8080",
        "http://[::]:8080,      ready http://localhost:8080",
        "http://[::1]:8080,     ready http://localhost:8080",
        "https://0.0.0.0:8443,  ready https://localhost:8443",
        "http://10.0.0.7:8080,  ready http://10.0.0.7:8080",
    })
    void theFirstLineSaysWhereItIs(String address, String line) {
        assertEquals(line, Greeting.of(URI.create(address)).lines().findFirst().orElseThrow());
    }

    @Test
    void theCommandToTryCanBePastedAsItIs() {
        String command = Greeting.of(URI.create("http://127.0.0.1:8080"))
                .lines()
                .filter(line -> line.contains("curl"))
                .findFirst()
                .orElseThrow();

        assertEquals(
                "curl --fail --data-binary 'size(6cm); for(int i=0; i<24; ++i) draw(rotate(15i)*ellipse((1,0),1,0.4), hsv(15i,0.8,0.8));'"
                        + " 'http://localhost:8080/?f=svg' > flower.svg",
                command.strip());
    }
}
