import { runLoad } from '../load/load.ts';
import { mixedRequests, signInRequest } from '../mixed-load.ts';
import { rateText } from '../report.ts';
import { makeShoppers } from '../shoppers.ts';
import { signUp } from '../sign-up.ts';
import { type Bench, CONNECTIONS } from './figure.ts';

/** All concurrent requests to a shop with installed applications, in their proportions. */
export const mixed: Bench = async (arena) => {
  const tokens = await makeShoppers(arena.environment);
  const target = await arena.start();
  try {
    const requests = mixedRequests(arena, tokens, signInRequest(await signUp(target)));
    const load = { port: target.port, requests, connections: CONNECTIONS, seconds: 6, warmupSeconds: 3 };
    const full = await runLoad(load);
    const half = await runLoad({ ...load, perSecond: full.perSecond / 2 });
    return [
      { what: 'mixed requests of a shop, at full load', measured: rateText(full), perSecond: full.perSecond },
      { what: 'the same at half load', measured: rateText(half) },
    ];
  } finally {
    await target.stop();
  }
};
