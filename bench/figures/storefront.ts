import { bareRoute } from '../limits/limits.ts';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import { signUp } from '../sign-up.ts';
import { PRODUCTS } from '../seed.ts';
import { makeShoppers } from '../shoppers.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, medianBy, ROUNDS } from './figure.ts';

const AIM_RATIO = 0.75;
const AIMS_PER_SECOND = { sqlite: 3_000, postgres: 2_000 };
const PATH = '/api/customer/storefront';
const CUSTOMERS = 8;

/** A server for measuring storefronts. */
export interface Shop {
  readonly environment: Readonly<Record<string, string>>;
  readonly start: (more?: Readonly<Record<string, string>>) => Promise<Target>;
  readonly products: number;
  /** Storefronts per second for customers who each own different products. */
  readonly aimPerSecond?: number;
}

/** The storefronts of the seeded shop. */
export const storefront: Bench = ({ environment, start, engine }) =>
  measureStorefronts({ environment, start, products: PRODUCTS, aimPerSecond: AIMS_PER_SECOND[engine] });

/**
 * The storefront for everybody beside a bare route with the same response; those of customers who own the same
 * products, which is one cached response; and those of customers who each own different ones, with nothing cached: the
 * cost of a first visit.
 */
export async function measureStorefronts(shop: Shop): Promise<FigureOfBench[]> {
  const tokens = await makeShoppers(shop.environment);
  const { products, aimPerSecond } = shop;
  const usual = await loaded(await shop.start(), async (target) => [
    await besideBareRoute(target, products),
    {
      what: `storefront of customers who own the same, one kept answer, ${products} products`,
      measured: rateText(await personalised(target, await signUpSome(target))),
    },
  ]);
  const unkept = await shop.start({ LATCHKEY_STOREFRONT_CACHE_MB: '0' });
  const { perSecond, text } = await loaded(unkept, async (target) => {
    const result = await personalised(target, tokens);
    return { perSecond: result.perSecond, text: rateText(result) };
  });
  const what = `storefront of customers who each own something else, nothing kept, ${products} products`;
  if (aimPerSecond === undefined) return [...usual, { what, measured: text }];
  const aim = `≥ ${perSecondText(aimPerSecond)}`;
  return [...usual, { what, measured: text, aim, isReached: perSecond >= aimPerSecond }];
}

/** The result of `measure` on a server, which is then stopped. */
async function loaded<Result>(target: Target, measure: (target: Target) => Promise<Result>): Promise<Result> {
  try {
    return await measure(target);
  } finally {
    await target.stop();
  }
}

async function besideBareRoute(target: Target, products: number): Promise<FigureOfBench> {
  const answer = await fetch(`${target.url}${PATH}`);
  if (!answer.ok) throw new Error(`the storefront answers ${answer.status}`);
  const sample = { headers: answer.headers, body: await answer.text() };
  const load = { requests: [requestBytes('GET', PATH)], connections: CONNECTIONS, seconds: 1 };
  const rounds: { readonly bare: LoadResult; readonly ours: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await bareRoute(sample, load);
    rounds.push({ bare, ours: await runLoad({ ...load, port: target.port }) });
  }
  const { bare, ours } = medianBy(rounds, (round) => round.ours.perSecond / round.bare.perSecond);
  const ratio = ours.perSecond / bare.perSecond;
  return {
    what: `storefront, anonymous, ${products} products, ${sample.body.length} bytes`,
    measured: rateText(ours),
    limit: `${perSecondText(bare.perSecond)} bare route: ${ratio.toFixed(2)}`,
    aim: `≥ ${AIM_RATIO} of the bare route`,
    isReached: ratio >= AIM_RATIO,
  };
}

async function signUpSome(target: Target): Promise<string[]> {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => signUp(target)));
  return customers.map(({ accessToken }) => accessToken);
}

function personalised(target: Target, tokens: readonly string[]): Promise<LoadResult> {
  const requests = tokens.map((token) => requestBytes('GET', PATH, { authorization: `Bearer ${token}` }));
  return runLoad({ port: target.port, requests, connections: CONNECTIONS, seconds: 3 });
}
