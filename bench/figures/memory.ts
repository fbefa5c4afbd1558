import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Arena } from '../arena.ts';
import { requestBytes } from '../load/http-client.ts';
import { type Load, runLoad } from '../load/load.ts';
import { makeShoppers } from '../shoppers.ts';
import { signUp } from '../sign-up.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench } from './figure.ts';

const AIM_MEGABYTES = 200;
const AIM_AT_START_MEGABYTES = 120;
/** Growth between the two halves that is still the noise of a garbage collector. */
const NOISE_MEGABYTES = 20;
/** A half that takes longer than this is one of a server that has stopped answering. */
const MOST_SECONDS = 1_800;
const CARTS = 4_096;
/** Fewer than may wait for their turn. */
const SIGN_INS_AT_A_TIME = 48;
const FLOOD_SECONDS = 10;
/** V8 gives memory back when a process has been idle for some seconds. */
const PAUSE_MS = 30_000;

/** Resident memory of the server: at start, in the middle and at the end of a mixed load, and after a flood and a pause. */
export const memory: Bench = async (arena) => {
  const tokens = await makeShoppers(arena.environment);
  const target = await arena.start();
  try {
    const atStart = await residentMegabytes(target);
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

function figure(what: string, megabytes: number, aim: number): FigureOfBench {
  return { what, measured: `${megabytes} MB`, aim: `< ${aim} MB`, isReached: megabytes < aim };
}

/**
 * Of a thousand requests: 600 storefronts of customers who each own something else, 200 for everyone, 100 carts, 99
 * validations and a sign-in.
 */
function mixedRequests({ seeded }: Arena, tokens: readonly string[], signIn: Uint8Array): Uint8Array[] {
  const look = requestBytes('GET', '/api/customer/storefront');
  const personal = tokens.map((token) =>
    requestBytes('GET', '/api/customer/storefront', { authorization: `Bearer ${token}` }),
  );
  const path = `/api/client/licenses/${seeded.productId}/validate`;
  const validations = seeded.tokens.map((token) =>
    requestBytes('POST', path, { 'content-type': 'text/plain' }, token),
  );
  const carts = Array.from({ length: CARTS }, () => cartRequest(seeded.variationIds));
  const [nextPersonal, nextCart, nextValidation] = [cycle(personal), cycle(carts), cycle(validations)];
  return Array.from({ length: 10 * CARTS }, (_, index) => {
    if (index % 1_000 === 0) return signIn;
    if (index % 10 === 0) return nextValidation();
    if (index % 10 === 5) return nextCart();
    return index % 5 === 1 ? look : nextPersonal();
  });
}

/** One entry after the other, over and over. */
function cycle<Entry>(entries: readonly Entry[]): () => Entry {
  let next = 0;
  return () => {
    const entry = entries[next % entries.length];
    if (entry === undefined) throw new Error('there is nothing to take');
    next += 1;
    return entry;
  };
}

function cartRequest(variationIds: readonly string[]): Uint8Array {
  const items = variationIds.slice(0, 2).map((variationId, line) => ({
    type: 'Product',
    productId: `bench-product-${line}`,
    variationId,
    quantity: 1,
  }));
  const body = JSON.stringify({ currency: 'EUR', items });
  const headers = { 'content-type': 'application/json' };
  return requestBytes('PATCH', `/api/customer/orders/${randomUUID()}`, headers, body);
}

function signInRequest({
  email,
  password,
}: {
  readonly email: string;
  readonly password: string;
}): Uint8Array {
  const path = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  return requestBytes('POST', path, { 'content-type': 'text/plain' }, password);
}

async function residentMegabytes({ child }: Target): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error('only Linux tells the memory of a process');
  return Math.round(Number(kilobytes) / 1_024);
}
