import { runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import { makeShoppers } from '../shoppers.ts';
import { cartRequest } from '../mixed-load.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, WARMUP_SECONDS } from './figure.ts';

const AIMS = { sqlite: 5_000, postgres: 2_000 };
/** Of one connection, which waits for each round trip to the database; on SQLite there are none. */
const AIM_OF_ONE_CONNECTION = 800;
const ORDERS = 1_000;

/**
 * Buyers change their carts: each request adds two lines to one of a thousand carts, without a customer or of as many
 * customers.
 */
export const orders: Bench = async (arena) => {
  const tokens = await makeShoppers(arena.environment);
  const target = await arena.start();
  try {
    const measure = async (
      what: string,
      tokenOf: (index: number) => string | undefined,
      { connections, aim }: { readonly connections: number; readonly aim: number },
    ): Promise<FigureOfBench> => {
      const requests = Array.from({ length: ORDERS }, (_, index) =>
        cartRequest(arena.seeded.variationIds, 1 + (index % 3), tokenOf(index)),
      );
      const load = { port: target.port, requests, connections };
      await runLoad({ ...load, warmupSeconds: WARMUP_SECONDS, seconds: 0.5 });
      await arena.analyse();
      const result = await runLoad({ ...load, seconds: 4 });
      const isReached = result.perSecond >= aim;
      return { what, measured: rateText(result), aim: `≥ ${perSecondText(aim)}`, isReached };
    };
    const ofMany = { connections: CONNECTIONS, aim: AIMS[arena.engine] };
    const guest = (): undefined => undefined;
    const figures = [
      await measure('order update, two lines, durable, carts of guests', guest, ofMany),
      await measure(
        'the same, carts of customers who own different things',
        (index) => tokens[index],
        ofMany,
      ),
    ];
    if (arena.engine === 'sqlite') return figures;
    const ofOne = { connections: 1, aim: AIM_OF_ONE_CONNECTION };
    return [...figures, await measure('the same, carts of guests, one connection', guest, ofOne)];
  } finally {
    await target.stop();
  }
};
