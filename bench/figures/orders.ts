import { runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import { makeShoppers } from '../shoppers.ts';
import { cartRequest } from '../mixed-load.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, WARMUP_SECONDS } from './figure.ts';

const AIMS = { sqlite: 5_000, postgres: 2_000 };
const ORDERS = 1_000;

/**
 * Buyers change their carts: each request adds two lines to one of a thousand carts, without a customer or of as many
 * customers.
 */
export const orders: Bench = async (arena) => {
  const tokens = await makeShoppers(arena.environment);
  const target = await arena.start();
  try {
    const aim = AIMS[arena.engine];
    const measure = async (
      what: string,
      tokenOf: (index: number) => string | undefined,
    ): Promise<FigureOfBench> => {
      const requests = Array.from({ length: ORDERS }, (_, index) =>
        cartRequest(arena.seeded.variationIds, 1 + (index % 3), tokenOf(index)),
      );
      const load = { port: target.port, requests, connections: CONNECTIONS };
      await runLoad({ ...load, warmupSeconds: WARMUP_SECONDS, seconds: 0.5 });
      await arena.analyse();
      const result = await runLoad({ ...load, seconds: 4 });
      const isReached = result.perSecond >= aim;
      return { what, measured: rateText(result), aim: `≥ ${perSecondText(aim)}`, isReached };
    };
    return [
      await measure('order update, two lines, durable, carts of guests', () => undefined),
      await measure('the same, carts of customers who own different things', (index) => tokens[index]),
    ];
  } finally {
    await target.stop();
  }
};
