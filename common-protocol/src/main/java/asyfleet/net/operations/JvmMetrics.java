package asyfleet.net.operations;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.function.DoubleSupplier;

/**
 * The few figures of the Java process that explain a slow service: memory, garbage collection, threads. Under the names
 * that Prometheus' own JVM instrumentation uses, so that existing dashboards work, without depending on all of it.
 */
final class JvmMetrics {

    private JvmMetrics() {}

    static void register(PrometheusRegistry registry) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        GaugeWithCallback.builder()
                .name("jvm_memory_used_bytes")
                .help("Memory in use, by area")
                .labelNames("area")
                .callback(gauge -> {
                    gauge.call(memory.getHeapMemoryUsage().getUsed(), "heap");
                    gauge.call(memory.getNonHeapMemoryUsage().getUsed(), "nonheap");
                })
                .register(registry);
        gauge(registry, "jvm_memory_heap_max_bytes", "Largest size of the heap", () -> memory.getHeapMemoryUsage()
                .getMax());
        gauge(registry, "jvm_threads_current", "Live threads", () -> ManagementFactory.getThreadMXBean()
                .getThreadCount());
        gauge(
                registry,
                "process_start_time_seconds",
                "Start of the process, seconds since 1970",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0);
        registerCollections(registry);
        registerBufferPools(registry);
    }

    private static void gauge(PrometheusRegistry registry, String name, String help, DoubleSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(gauge -> gauge.call(value.getAsDouble()))
                .register(registry);
    }

    private static void registerCollections(PrometheusRegistry registry) {
        CounterWithCallback.builder()
                .name("jvm_gc_collections_total")
                .help("Garbage collections, by collector")
                .labelNames("gc")
                .callback(counter -> ManagementFactory.getGarbageCollectorMXBeans()
                        .forEach(gc -> counter.call(Math.max(0, gc.getCollectionCount()), gc.getName())))
                .register(registry);
        CounterWithCallback.builder()
                .name("jvm_gc_collection_seconds_total")
                .help("Time spent in garbage collections, by collector")
                .labelNames("gc")
                .callback(counter -> ManagementFactory.getGarbageCollectorMXBeans()
                        .forEach(gc -> counter.call(seconds(gc), gc.getName())))
                .register(registry);
    }

    private static double seconds(GarbageCollectorMXBean gc) {
        return Math.max(0, gc.getCollectionTime()) / 1000.0;
    }

    private static void registerBufferPools(PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name("jvm_buffer_pool_used_bytes")
                .help("Memory of buffers outside the heap, by pool")
                .labelNames("pool")
                .callback(gauge -> ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)
                        .forEach(pool -> gauge.call(pool.getMemoryUsed(), pool.getName())))
                .register(registry);
    }
}
