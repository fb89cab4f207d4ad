package asyfleet.lab.attack;

import java.util.List;
import java.util.function.Supplier;

/** The groups of attacks, in the order in which they are carried out. */
enum AttackGroup {
    ASYMPTOTE("programs: Asymptote", ProgramAttacks::onAsymptote),
    TEX("programs: TeX", ProgramAttacks::onTex),
    POSTSCRIPT("programs: PostScript", ProgramAttacks::onPostScript),
    PICTURES("programs: pictures", ProgramAttacks::onPictures),
    NEIGHBOURS("scripts against other tasks", ScriptAttacks::onNeighbours),
    MEMORY("scripts against memory, processes and disk", ScriptAttacks::onMemory),
    TIME("scripts against time", ScriptAttacks::onTime),
    RESULTS("scripts that leave odd results", ScriptAttacks::onResults),
    SHELLS("interactive tasks", ShellAttacks::all),
    SANDBOX("the sandbox alone", SandboxAttacks::all),
    SMUGGLING("HTTP: requests within requests", HttpAttacks::smuggling),
    BOMBS("HTTP: too much", HttpAttacks::bombs),
    TRESPASSING("HTTP: where one may not go", HttpAttacks::trespassing),
    WEBSOCKET("WebSocket: broken frames", WebSocketAttacks::all),
    FLOODS("many clients and slow clients", FloodAttacks::all);

    private final String title;
    private final Supplier<List<FleetAttack>> attacks;

    AttackGroup(String title, Supplier<List<FleetAttack>> attacks) {
        this.title = title;
        this.attacks = attacks;
    }

    String title() {
        return title;
    }

    List<FleetAttack> attacks() {
        return attacks.get();
    }
}
