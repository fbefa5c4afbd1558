import { randomUUID } from 'node:crypto';
import type { Arena } from '../arena.ts';
import { storingServer } from '../limits/limits.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { cartBody, cartRequest } from '../mixed-load.ts';
import { perSecondText, rateText } from '../report.ts';
import { makeShoppers } from '../shoppers.ts';
import type { Target } from '../target.ts';
import { type Bench, type FigureOfBench, medianBy, WARMUP_SECONDS } from './figure.ts';

const AIMS = { sqlite: 5_000, postgres: 2_000 };
/** Of one connection, which waits for each round trip to the database; on SQLite there are none. */
const AIM_OF_ONE_CONNECTION = 800;
/** That of the targets. */
const CONNECTIONS = 32;
const ORDERS = 1_000;
const ROUNDS = 3;

interface Round {
  readonly bare: LoadResult;
  readonly ours: LoadResult;
}

interface Load {
  readonly requests: readonly Uint8Array[];
  readonly connections: number;
}

/**
 * Buyers change their carts: each request changes the quantity of the two lines of one of a thousand carts, without a
 * customer or of as many customers.
 */
export const orders: Bench = async (arena) => {
  const tokens = await makeShoppers(arena.environment);
  const target = await arena.start();
  try {
    const aim = AIMS[arena.engine];
    const ofGuests = requestsOf(arena, () => undefined);
    const ofCustomers = requestsOf(arena, (index) => tokens[index]);
    const guests = { requests: ofGuests, connections: CONNECTIONS };
    const figures = [
      await measure(arena, target, guests, {
        what: 'order update, two lines, durable, carts of guests',
        aim,
      }),
      await measure(
        arena,
        target,
        { ...guests, requests: ofCustomers },
        { what: 'the same, carts of customers who own different things', aim },
      ),
    ];
    if (arena.engine === 'sqlite') return figures;
    const what = 'the same, carts of guests, one connection';
    const single = { ...guests, connections: 1 };
    return [...figures, await measure(arena, target, single, { what, aim: AIM_OF_ONE_CONNECTION })];
  } finally {
    await target.stop();
  }
};

/** Three updates of each cart, in turn, with another quantity each. */
function requestsOf({ seeded }: Arena, tokenOf: (index: number) => string | undefined): Uint8Array[] {
  const carts = Array.from({ length: ORDERS }, (_, index) => ({
    orderId: randomUUID(),
    token: tokenOf(index),
  }));
  return [1, 2, 3].flatMap((quantity) =>
    carts.map((cart) => cartRequest(seeded.variationIds, { ...cart, quantity })),
  );
}

/** In turn with a server that does nothing but store each request; the round with the median ratio. */
async function measure(
  arena: Arena,
  target: Target,
  load: Load,
  { what, aim }: { readonly what: string; readonly aim: number },
): Promise<FigureOfBench> {
  const ours = { ...load, port: target.port };
  await runLoad({ ...ours, warmupSeconds: WARMUP_SECONDS, seconds: 0.5 });
  await arena.analyse();
  const bare = await storingServer(arena, await answerOf(target, arena));
  try {
    const rounds: Round[] = [];
    await runLoad({ ...load, port: bare.port, seconds: 1 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const limit = await runLoad({ ...load, port: bare.port, seconds: 1 });
      rounds.push({ bare: limit, ours: await runLoad({ ...ours, seconds: 2 }) });
    }
    return figureOf(medianBy(rounds, ratioOf), { what, aim });
  } finally {
    await bare.stop();
  }
}

/** The response to an update of a cart. */
async function answerOf({ url }: Target, { seeded }: Arena): Promise<string> {
  const answer = await fetch(`${url}/api/customer/orders/${randomUUID()}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: cartBody(seeded.variationIds, 1),
  });
  if (!answer.ok) throw new Error(`an update of a cart answers ${answer.status}`);
  return answer.text();
}

function ratioOf({ bare, ours }: Round): number {
  return ours.perSecond / bare.perSecond;
}

function figureOf(
  { bare, ours }: Round,
  { what, aim }: { readonly what: string; readonly aim: number },
): FigureOfBench {
  return {
    what,
    measured: rateText(ours),
    limit: `${perSecondText(bare.perSecond)} storing each request: ${ratioOf({ bare, ours }).toFixed(2)}`,
    aim: `≥ ${perSecondText(aim)}`,
    isReached: ours.perSecond >= aim,
  };
}
