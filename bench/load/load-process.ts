import { createHistogram } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { answerWith, readTask } from '../children.ts';
import { type Connection, openConnection } from './http-client.ts';
import type { LoadResult } from './load.ts';

const Task = Type.Object({
  port: Type.Integer(),
  requests: Type.Array(Type.Unsafe<Uint8Array>({})),
  connections: Type.Integer(),
  seconds: Type.Number(),
  answers: Type.Optional(Type.Integer()),
  warmupSeconds: Type.Optional(Type.Number()),
  perSecond: Type.Optional(Type.Number()),
});

const task = await readTask(Task);
const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
const { promise: enough, resolve: finish } = Promise.withResolvers<void>();
const histogram = createHistogram({ lowest: 1_000, highest: 60_000_000_000, figures: 3 });
const statuses: Record<string, number> = {};
let isCounting = false;
let isOver = false;
let answers = 0;
let next = 0;

const connections = await Promise.all(
  Array.from({ length: task.connections }, () => openConnection(task.port)),
);
const lanes = connections.map(task.perSecond === undefined ? sendAlways : sendOnTime);
await delay((task.warmupSeconds ?? 0.5) * 1_000);
isCounting = true;
const start = performance.now();
const cpuBefore = process.cpuUsage();
await Promise.race([delay(task.seconds * 1_000), enough, Promise.all(lanes)]);
const seconds = (performance.now() - start) / 1_000;
const cpu = process.cpuUsage(cpuBefore);
const result = resultOf();
isOver = true;
stop();
await Promise.all(lanes);
for (const connection of connections) connection.close();
answerWith(result);
process.disconnect?.();

async function sendAlways(connection: Connection): Promise<void> {
  while (!isOver) await sendNext(connection, performance.now());
}

/** Each connection takes every n-th slot of one timetable. */
async function sendOnTime(connection: Connection, index: number): Promise<void> {
  const betweenMs = 1_000 / (task.perSecond ?? 1);
  const begin = performance.now();
  for (let place = index; !isOver; place += task.connections) {
    const due = begin + place * betweenMs;
    const early = due - performance.now();
    if (early > 0.5) await Promise.race([delay(early), stopped]);
    if (!isOver) await sendNext(connection, due);
  }
}

async function sendNext(connection: Connection, since: number): Promise<void> {
  const request = task.requests[next % task.requests.length];
  next += 1;
  if (request === undefined) throw new Error('there is no request to send');
  const status = await connection.send(request);
  if (!isCounting || isOver) return;
  histogram.record(Math.max(1, Math.round((performance.now() - since) * 1_000_000)));
  statuses[status] = (statuses[status] ?? 0) + 1;
  answers += 1;
  if (answers === task.answers) finish();
}

function resultOf(): LoadResult {
  const ms = (percentile: number): number => histogram.percentile(percentile) / 1_000_000;
  return {
    answers,
    seconds,
    perSecond: answers / seconds,
    statuses,
    p50Ms: ms(50),
    p90Ms: ms(90),
    p99Ms: ms(99),
    maxMs: histogram.max / 1_000_000,
    ownCpu: (cpu.user + cpu.system) / 1_000_000 / seconds,
  };
}
