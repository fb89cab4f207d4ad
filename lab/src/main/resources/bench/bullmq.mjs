// Jobs that do nothing through BullMQ: every producer adds one, waits for its end, and adds the next.
// Arguments: Redis port, producers. Each line of standard input is a number of milliseconds to do so; the answer is a line
// with the rate, the processor time of Node and Redis for a job, and how many jobs had the result of another.
import { createInterface } from "node:readline";
import { Queue, QueueEvents, Worker } from "bullmq";
import { Redis } from "ioredis";

const [port, producers] = process.argv.slice(2).map(Number);
const connection = { host: "127.0.0.1", port };
// Ends are kept for a while: a producer that asks for one that is gone gets an error.
const queue = new Queue("bench", { connection, defaultJobOptions: { removeOnComplete: { count: 1000 } } });
const events = new QueueEvents("bench", { connection });
const worker = new Worker("bench", async (job) => `<svg><!--${job.data.source}--></svg>`, { connection, concurrency: producers });
queue.setMaxListeners(0);
await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()]);

const client = new Redis(connection);
let number = 0;

async function produce(end, count) {
  while (Date.now() < end) {
    const source = `draw(unitcircle);\n// ${++number}`;
    const job = await queue.add("figure", { source });
    const picture = await job.waitUntilFinished(events);
    count.jobs++;
    if (!picture.includes(source)) count.wrong++;
  }
}

async function redisMicros() {
  const info = await client.info("cpu");
  return 1e6 * ["used_cpu_sys", "used_cpu_user"]
    .map((name) => Number(new RegExp(`^${name}:(.*)$`, "m").exec(info)[1]))
    .reduce((sum, each) => sum + each);
}

async function round(millis) {
  const count = { jobs: 0, wrong: 0 };
  const redisBefore = await redisMicros();
  const before = process.cpuUsage();
  const began = process.hrtime.bigint();
  const end = Date.now() + millis;
  await Promise.all(Array.from({ length: producers }, () => produce(end, count)));
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  const spent = process.cpuUsage(before);
  const cpu = spent.user + spent.system + (await redisMicros()) - redisBefore;
  return { perSecond: count.jobs / seconds, cpuMicros: cpu / count.jobs, wrong: count.wrong };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await round(Number(line))));
}
await Promise.all([worker.close(), events.close(), queue.close(), client.quit()]);
