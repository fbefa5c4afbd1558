import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Arena } from '../arena.ts';
import { type Load, runLoad } from '../load/load.ts';
import { mixedRequests, signInRequest } from '../mixed-load.ts';
import { makeShoppers } from '../shoppers.ts';
import { signUp } from '../sign-up.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench } from './figure.ts';

const AIM_MEGABYTES = 250;
const AIM_AT_START_MEGABYTES = 150;
/** Growth between the two halves that is still the noise of a garbage collector. */
const NOISE_MEGABYTES = 20;
/** If half of the load takes longer than this, the server has stopped responding. */
const MOST_SECONDS = 1_800;
/** Fewer than may wait for their turn. */
const SIGN_INS_AT_A_TIME = 48;
const FLOOD_SECONDS = 10;
/** V8 releases memory when a process has been idle for some seconds. */
const PAUSE_MS = 30_000;

/**
 * Resident memory of the server: at start, in the middle and at the end of a mixed load, and after a flood and a pause.
 */
export const memory: Bench = async (arena) => {
  const atStart = await megabytesAtStart(arena);
  const tokens = await makeShoppers(arena.environment);
  const target = await arena.start();
  try {
    const signIns = signInRequest(await signUp(target));
    const half: Load = {
      port: target.port,
      requests: mixedRequests(arena, tokens, signIns),
      connections: CONNECTIONS,
      seconds: MOST_SECONDS,
      answers: Math.ceil(arena.requests / 2),
      warmupSeconds: 0,
    };
    await runLoad(half);
    const middle = await residentMegabytes(target);
    await runLoad(half);
    const end = await residentMegabytes(target);
    await runLoad({ ...half, requests: [signIns], connections: SIGN_INS_AT_A_TIME, seconds: FLOOD_SECONDS });
    const flooded = await residentMegabytes(target);
    await delay(PAUSE_MS);
    const rested = await residentMegabytes(target);
    const count = arena.requests.toLocaleString('en');
    return [
      figure('resident memory at start', atStart, AIM_AT_START_MEGABYTES),
      figure(`after ${count} mixed requests`, end, AIM_MEGABYTES),
      {
        what: 'growth in the second half of them',
        measured: `${end - middle} MB`,
        aim: `no slope (± ${NOISE_MEGABYTES} MB)`,
        isReached: end - middle <= NOISE_MEGABYTES,
      },
      { what: `at the end of ${FLOOD_SECONDS} s of sign-ins`, measured: `${flooded} MB` },
      figure(`after that, and ${PAUSE_MS / 1_000} s of nothing`, rested, AIM_MEGABYTES),
    ];
  } finally {
    await target.stop();
  }
};

/** Measured before there are shoppers, to whom a server would start to send mails. */
async function megabytesAtStart(arena: Arena): Promise<number> {
  // The first start of this version compiles it for the next ones.
  await (await arena.start()).stop();
  const target = await arena.start();
  try {
    return await residentMegabytes(target);
  } finally {
    await target.stop();
  }
}

function figure(what: string, megabytes: number, aim: number): FigureOfBench {
  return { what, measured: `${megabytes} MB`, aim: `< ${aim} MB`, isReached: megabytes < aim };
}

async function residentMegabytes({ child }: Target): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error('only Linux tells the memory of a process');
  return Math.round(Number(kilobytes) / 1_024);
}
