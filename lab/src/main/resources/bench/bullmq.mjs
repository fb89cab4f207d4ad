// Jobs that do nothing through BullMQ: every producer adds one, waits for its end, and adds the next.
// Arguments: Redis port, jobs, producers. Prints jobs per second.
import { Queue, QueueEvents, Worker } from "bullmq";

const [port, jobs, producers] = process.argv.slice(2).map(Number);
const connection = { host: "127.0.0.1", port };
// Ends are kept for a while: a producer that asks for one that is gone gets an error.
const queue = new Queue("bench", { connection, defaultJobOptions: { removeOnComplete: { count: 1000 } } });
const events = new QueueEvents("bench", { connection });
const worker = new Worker("bench", async () => "<svg/>", { connection, concurrency: producers });
queue.setMaxListeners(0);
await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()]);

async function produce(count) {
  for (let i = 0; i < count; i++) {
    const job = await queue.add("figure", { source: "draw(unitcircle);" });
    await job.waitUntilFinished(events);
  }
}

async function round(count) {
  const share = Math.ceil(count / producers);
  const began = process.hrtime.bigint();
  await Promise.all(Array.from({ length: producers }, () => produce(share)));
  return (share * producers) / (Number(process.hrtime.bigint() - began) / 1e9);
}

await round(jobs / 4); // warms up
console.log((await round(jobs)).toFixed(1));
await Promise.all([worker.close(), events.close(), queue.close()]);
