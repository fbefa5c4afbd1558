import { readFile } from 'node:fs/promises';
import { requestBytes } from '../load/http-client.ts';
import { runLoad } from '../load/load.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS } from './figure.ts';

const AIM_MEGABYTES = 200;
/** Growth between the two halves that is still the noise of a garbage collector. */
const NOISE_MEGABYTES = 20;
const SECONDS = 5;

/** Resident memory of the server after a mixed load, and how much of it came in the second half. */
export const memory: Bench = async (arena) => {
  const target = await arena.start();
  try {
    const atStart = await residentMegabytes(target);
    const half = {
      port: target.port,
      requests: mixed(arena.seeded),
      connections: CONNECTIONS,
      seconds: SECONDS,
    };
    const first = await runLoad(half);
    const middle = await residentMegabytes(target);
    const second = await runLoad({ ...half, warmupSeconds: 0 });
    const end = await residentMegabytes(target);
    const count = (first.answers + second.answers).toLocaleString('en');
    return [
      {
        what: `resident memory after ${count} requests`,
        measured: `${end} MB (${atStart} MB at start)`,
        aim: `< ${AIM_MEGABYTES} MB after 1,000,000`,
        isReached: end < AIM_MEGABYTES,
      },
      {
        what: 'growth in the second half of them',
        measured: `${end - middle} MB`,
        aim: `no slope (± ${NOISE_MEGABYTES} MB)`,
        isReached: end - middle <= NOISE_MEGABYTES,
      },
    ];
  } finally {
    await target.stop();
  }
};

/** Nine storefronts to one validation. */
function mixed(seeded: { readonly productId: string; readonly tokens: readonly string[] }): Buffer[] {
  const look = requestBytes('GET', '/api/customer/storefront');
  const path = `/api/client/licenses/${seeded.productId}/validate`;
  return seeded.tokens.flatMap((token) => [
    requestBytes('POST', path, { 'content-type': 'text/plain' }, token),
    ...Array.from({ length: 9 }, () => look),
  ]);
}

async function residentMegabytes({ child }: Target): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error('only Linux tells the memory of a process');
  return Math.round(Number(kilobytes) / 1_024);
}
