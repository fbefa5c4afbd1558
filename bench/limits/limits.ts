import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Arena } from '../arena.ts';
import { askProcess, endChild } from '../children.ts';
import { type Load, type LoadResult, runLoad } from '../load/load.ts';

const Rate = Type.Object({ perSecond: Type.Number() });

/** RSA-2048 signatures per second of this machine with all cores, with `node:crypto`, in a separate process. */
export async function signingRate(
  seconds: number,
  environment?: Readonly<Record<string, string>>,
): Promise<number> {
  const script = new URL('signing-process.ts', import.meta.url);
  const threads = { UV_THREADPOOL_SIZE: String(Math.max(4, availableParallelism())) };
  const { answer, child } = await askProcess(script, { seconds }, Rate, { ...threads, ...environment });
  await endChild(child);
  return answer.perSecond;
}

const MADE_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/** The performance of a bare Fastify route with the same response under the same load, in a separate process. */
export async function bareRoute(
  sample: { readonly headers: Headers; readonly body: string },
  load: Omit<Load, 'port'>,
): Promise<LoadResult> {
  const headers = Object.fromEntries([...sample.headers].filter(([name]) => !MADE_BY_NODE.has(name)));
  const script = new URL('bare-process.ts', import.meta.url);
  const task = { headers, body: sample.body };
  const { answer, child } = await askProcess(script, task, Type.Object({ port: Type.Integer() }));
  try {
    return await runLoad({ ...load, port: answer.port });
  } finally {
    await endChild(child);
  }
}

/** A server in a separate process that stores each request in a row of the arena's engine, and does nothing else. */
export async function storingServer(
  { environment }: Pick<Arena, 'environment'>,
  body: string,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const { LATCHKEY_DATA_DIR: dataFolder = '', DATABASE_URL: databaseUrl } = environment;
  const script = new URL('storing-process.ts', import.meta.url);
  const task = { body, folder: join(dataFolder, 'bare'), ...(databaseUrl !== undefined && { databaseUrl }) };
  const { answer, child } = await askProcess(script, task, Type.Object({ port: Type.Integer() }));
  return {
    port: answer.port,
    stop: async () => {
      await endChild(child);
    },
  };
}
