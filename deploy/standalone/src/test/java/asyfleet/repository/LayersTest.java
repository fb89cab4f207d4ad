package asyfleet.repository;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import com.tngtech.archunit.core.domain.JavaClass;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules on which package may depend on which, and on calls that belong to one place. Tests are not looked at. */
class LayersTest {

    private static final Set<String> SERVICES = Set.of("queueserver", "scheduler", "backend", "client");

    /** The packages of {@code asyfleet.redis} beside {@code connection} and {@code schema}, by the service that sees them. */
    private static final Map<String, List<String>> ROLES = Map.of(
            "queueserver", List.of("queueserver", "reuse", "apitask", "limiter"),
            "scheduler", List.of("scheduler"),
            "backend", List.of("backend"),
            "ring", List.of("backend"),
            "client", List.of());

    /** The layers between the doors of the queue server and the fleet, and the end of the road behind them. */
    private static final List<String> LAYERS =
            List.of("log", "limit", "supersede", "digest", "cache", "share", "count", "flow");

    private static final String[] LAYER_PACKAGES =
            LAYERS.stream().map(layer -> "asyfleet.queueserver." + layer + "..").toArray(String[]::new);

    /** The packages of the queue server that a layer may use, beside its own. */
    private static final String[] FOR_LAYERS = {
        "asyfleet.queueserver.access..",
        "asyfleet.queueserver.slot..",
        "asyfleet.queueserver.stats..",
        "asyfleet.queueserver.task.."
    };

    /** The packages that no common code may use, beside the services. */
    private static final List<String> ABOVE_THE_SERVICES = List.of("ring", "lab", "standalone");

    private static final Pattern NAMED_IN_A_RULE = Pattern.compile("\"(asyfleet\\.[\\w.]*\\w)");
    private static final Pattern CLASS_NAMED_IN_A_RULE = Pattern.compile("(?:SimpleName|simpleName)\\(\"(\\w+)");

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
                .resideInAnyPackage(packagesOf(others.stream())));
    }

    @Test
    void whatAllShareDependsOnNoService() {
        String[] services = packagesOf(Stream.concat(SERVICES.stream(), ABOVE_THE_SERVICES.stream()));

        check(noClasses()
                .that()
                .resideOutsideOfPackages(services)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(services));
    }

    @ParameterizedTest
    @ValueSource(strings = {"queueserver", "scheduler", "backend", "ring", "client"})
    void aServiceSeesOnlyItsOwnRoleInRedis(String service) {
        String[] others = packagesOf(roles().stream()
                .filter(role -> !ROLES.get(service).contains(role))
                .map(role -> "redis." + role));
        check(noClasses()
                .that()
                .resideInAPackage("asyfleet." + service + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others));
    }

    @Test
    void rolesInRedisShareNothingButTheConnectionAndTheSchema() {
        check(slices().matching("asyfleet.redis.(" + String.join("|", roles()) + ")..")
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

    /** The pool that is used without one may have a single thread, and Java tells the ends of processes by it. */
    @Test
    void workThatMayBlockIsGivenToAPoolByName() {
        check(noClasses()
                .should()
                .callMethod(CompletableFuture.class, "supplyAsync", Supplier.class)
                .orShould()
                .callMethod(CompletableFuture.class, "runAsync", Runnable.class));
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
                .resideInAnyPackage("asyfleet.protocol..", "asyfleet.ring.protocol..")
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

    /** The list says what the road may know, so that a new door is closed to it from the first. */
    @Test
    void theRoadOfATaskKnowsNoDoor() {
        check(noClasses()
                .that()
                .resideInAnyPackage(LAYER_PACKAGES)
                .or()
                .resideInAnyPackage("asyfleet.queueserver.task..", "asyfleet.queueserver.slot..")
                .should()
                .dependOnClassesThat(resideInAPackage("asyfleet.queueserver..")
                        .and(resideOutsideOfPackages(LAYER_PACKAGES))
                        .and(resideOutsideOfPackages(FOR_LAYERS))));
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

    /** A secret can be guessed if a comparison takes longer the more of the guess is right. */
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
        String above = "asyfleet" + parent;

        assertTrue(packagesWithin(above).size() > 1, () -> above + " has no packages");
        check(slices().matching(above + ".(*)..").should().beFreeOfCycles());
    }

    @Test
    void theRolesInRedisAreAllOfItsPackagesButTheConnectionAndTheSchema() {
        Set<String> expected = roles();
        expected.addAll(List.of("connection", "schema"));

        assertEquals(expected, packagesWithin("asyfleet.redis"));
    }

    /** A rule about a package that was renamed would hold for ever. */
    @Test
    void everythingThatARuleNamesIsThere() {
        String source = Repository.read(Repository.root()
                .resolve("deploy/standalone/src/test/java")
                .resolve(LayersTest.class.getName().replace('.', '/') + ".java"));
        Stream<String> named = NAMED_IN_A_RULE.matcher(source).results().map(match -> match.group(1));
        Stream<String> made = Stream.of(
                        SERVICES.stream(),
                        ABOVE_THE_SERVICES.stream(),
                        ROLES.keySet().stream(),
                        LAYERS.stream().map(layer -> "queueserver." + layer))
                .flatMap(names -> names.map(name -> "asyfleet." + name));

        assertEquals(
                List.of(),
                Stream.concat(named, made)
                        .filter(name -> !product.contain(name) && !hasClasses(name))
                        .distinct()
                        .toList());
        assertEquals(
                List.of(),
                CLASS_NAMED_IN_A_RULE
                        .matcher(source)
                        .results()
                        .map(match -> match.group(1))
                        .filter(name -> product.stream()
                                .noneMatch(type -> type.getSimpleName().equals(name)))
                        .filter(name -> !name.equals("Main")) // an ending
                        .toList());
    }

    private static boolean hasClasses(String packageName) {
        return product.stream().anyMatch(type -> (type.getPackageName() + ".").startsWith(packageName + "."));
    }

    private static Set<String> roles() {
        return ROLES.values().stream().flatMap(List::stream).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String[] packagesOf(Stream<String> names) {
        return names.map(name -> "asyfleet." + name + "..").toArray(String[]::new);
    }

    /** The next part of the names of all packages below this one. */
    private static Set<String> packagesWithin(String parent) {
        return product.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(parent + "."))
                .map(name -> name.substring(parent.length() + 1).split("\\.")[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void check(ArchRule rule) {
        rule.check(product);
    }
}
