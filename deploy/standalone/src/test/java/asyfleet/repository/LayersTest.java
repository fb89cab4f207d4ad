package asyfleet.repository;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.netty.buffer.ByteBuf;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may depend on whom, and which calls belong to one place only. Looks at the compiled product, not at tests. */
class LayersTest {

    private static final Set<String> SERVICES = Set.of("queueserver", "scheduler", "backend", "client");

    /** The packages of {@code asyfleet.redis} beside {@code connection} and {@code schema}, by the service that sees them. */
    private static final Map<String, List<String>> ROLES = Map.of(
            "queueserver", List.of("queueserver", "reuse", "apitask", "limiter"),
            "scheduler", List.of("scheduler"),
            "backend", List.of("backend"),
            "ring", List.of("backend"),
            "client", List.of());

    private static final String[] COMMON = {
        "asyfleet.protocol..",
        "asyfleet.redis..",
        "asyfleet.net..",
        "asyfleet.config..",
        "asyfleet.process..",
        "asyfleet.terminal..",
        "asyfleet.retry..",
        "asyfleet.logging..",
        "asyfleet.trace.."
    };

    /** The layers between the doors of the queue server and the fleet, and the end of the road behind them. */
    private static final List<String> LAYERS =
            List.of("log", "limit", "supersede", "digest", "cache", "share", "count", "flow");

    private static final String[] LAYER_PACKAGES =
            LAYERS.stream().map(layer -> "asyfleet.queueserver." + layer + "..").toArray(String[]::new);

    private static JavaClasses product;

    @BeforeAll
    static void readClasses() {
        product = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("asyfleet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"queueserver", "scheduler", "backend", "client"})
    void aServiceNeverDependsOnAnotherService(String service) {
        Set<String> others = new TreeSet<>(SERVICES);
        others.remove(service);

        check(noClasses()
                .that()
                .resideInAPackage("asyfleet." + service + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        others.stream().map(other -> "asyfleet." + other + "..").toArray(String[]::new)));
    }

    @Test
    void whatAllShareDependsOnNoService() {
        check(noClasses()
                .that()
                .resideInAnyPackage(COMMON)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "asyfleet.queueserver..", "asyfleet.scheduler..", "asyfleet.backend..", "asyfleet.client.."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"queueserver", "scheduler", "backend", "ring", "client"})
    void aServiceSeesOnlyItsOwnRoleInRedis(String service) {
        String[] others = ROLES.values().stream()
                .flatMap(List::stream)
                .filter(role -> !ROLES.get(service).contains(role))
                .distinct()
                .map(role -> "asyfleet.redis." + role + "..")
                .toArray(String[]::new);
        check(noClasses()
                .that()
                .resideInAPackage("asyfleet." + service + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others));
    }

    @Test
    void rolesInRedisShareNothingButTheConnectionAndTheSchema() {
        check(slices().matching("asyfleet.redis.(queueserver|scheduler|backend|reuse|apitask|limiter)..")
                .should()
                .notDependOnEachOther());
    }

    @Test
    void onlyTheRedisPackagesKnowItsDriver() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("asyfleet.redis..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lettuce.."));
    }

    @Test
    void noServiceDependsOnTheRingOrTheLab() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("asyfleet.ring..", "asyfleet.lab..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("asyfleet.ring..", "asyfleet.lab.."));
    }

    @Test
    void nothingDependsOnTheStandaloneProgram() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("asyfleet.standalone..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("asyfleet.standalone.."));
    }

    @Test
    void theDecisionCoreKnowsNothingButJava() {
        check(classes()
                .that()
                .resideInAPackage("asyfleet.scheduler.decide..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("asyfleet.scheduler.decide..", "java.."));
    }

    @Test
    void theDecisionCoreHasNoClockNoRandomnessAndNoThreads() {
        check(noClasses()
                .that()
                .resideInAPackage("asyfleet.scheduler.decide..")
                .should()
                .callMethodWhere(target(owner(nameMatching("java\\.lang\\.(System|Math)")))
                        .and(target(nameMatching("currentTimeMillis|nanoTime|random"))))
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.lang\\.Thread|java\\.util\\.(concurrent\\..*|.*Random|UUID|Timer)")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.security\\..*|java\\.time\\.Clock")
                .orShould()
                .callMethodWhere(
                        target(owner(nameMatching("java\\.time\\..*"))).and(target(nameMatching("now|system.*")))));
    }

    @Test
    void scriptsAreSentToRedisByOnePackageOnly() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("asyfleet.redis..")
                .should()
                .callMethodWhere(target(owner(resideInAPackage("io.lettuce..")))
                        .and(target(nameMatching("eval.*|fcall.*|scriptLoad|digest")))));
    }

    @Test
    void messagesOfTheProtocolsKnowNoNetwork() {
        check(noClasses()
                .that()
                .resideInAPackage("asyfleet.protocol..")
                .and()
                .areRecords()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "io.lettuce.."));
    }

    @Test
    void aSessionsRulesKnowNoNetwork() {
        check(noClasses()
                .that()
                .haveFullyQualifiedName("asyfleet.queueserver.session.Session")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty.."));
    }

    @Test
    void theLayersOfATaskDoNotKnowEachOther() {
        check(slices().matching("asyfleet.queueserver.(" + String.join("|", LAYERS) + ")..")
                .should()
                .notDependOnEachOther());
    }

    @Test
    void everyLayerStandsInAPackageOfItsOwn() {
        check(classes()
                .that()
                .implement(TaskLayer.class)
                .should()
                .resideInAnyPackage(LAYER_PACKAGES)
                .andShould()
                .bePublic());
    }

    @Test
    void onlyTheListOfLayersKnowsAllOfThem() {
        check(noClasses()
                .that()
                .resideInAPackage("asyfleet.queueserver..")
                .and()
                .resideOutsideOfPackages(LAYER_PACKAGES)
                .and()
                .doNotHaveSimpleName("TaskChain")
                .and()
                .doNotHaveSimpleName("FleetSide") // makes what the end of the road consists of
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(LAYER_PACKAGES));
    }

    @Test
    void theRoadOfATaskKnowsNoDoor() {
        check(noClasses()
                .that()
                .resideInAnyPackage(LAYER_PACKAGES)
                .or()
                .resideInAnyPackage("asyfleet.queueserver.task..", "asyfleet.queueserver.slot..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "asyfleet.queueserver.session..",
                        "asyfleet.queueserver.api..",
                        "asyfleet.queueserver.dropin..",
                        "asyfleet.queueserver.kroki..",
                        "asyfleet.queueserver.admin..",
                        "asyfleet.queueserver.render..",
                        "asyfleet.queueserver.tasks..",
                        "asyfleet.queueserver.web.."));
    }

    @Test
    void whatALayerKeepsOfATaskHasOneBase() {
        check(classes()
                .that()
                .areAssignableTo(TaskHandle.class)
                .and()
                .areAssignableTo(TaskListener.class)
                .should()
                .beAssignableTo(LayeredTask.class));
    }

    @Test
    void aByteBufNeverLeavesTheCodecs() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("asyfleet.protocol..", "asyfleet.net..", "asyfleet.redis..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ByteBuf.class));
    }

    /** What takes longer the more of a guess is right can be guessed. */
    @Test
    void secretsAreComparedInATimeThatTellsNothing() {
        check(classes()
                .that()
                .haveFullyQualifiedName("asyfleet.config.Secret")
                .or()
                .haveFullyQualifiedName("asyfleet.ring.link.SharedSecret")
                .should()
                .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class));
    }

    @Test
    void onlyMainsEndTheProcessAndOnlyTheyAndTheLogRegisterShutdownHooks() {
        check(noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Main")
                .and()
                .doNotHaveSimpleName("LogWriter") // it belongs to the process, not to a service
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "addShutdownHook", Thread.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class));
    }

    @Test
    void theEnvironmentIsReadOnceInMain() {
        check(noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Main")
                .and()
                .doNotHaveSimpleName("Victim") // the sandbox is attacked for the environment of its own process
                .should()
                .callMethodWhere(
                        target(owner(nameMatching("java\\.lang\\.System"))).and(target(nameMatching("getenv")))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".queueserver",
                ".scheduler",
                ".backend",
                ".ring",
                ".client",
                ".lab",
                ".protocol",
                ".net",
                ".redis"
            })
    void packagesFormNoCycle(String parent) {
        check(slices().matching("asyfleet" + parent + ".(*)..").should().beFreeOfCycles());
    }

    private static void check(ArchRule rule) {
        rule.check(product);
    }
}
