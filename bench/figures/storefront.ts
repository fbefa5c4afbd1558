import { bareRoute } from '../limits/limits.ts';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import { signUp } from '../sign-up.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, medianBy, ROUNDS } from './figure.ts';

const AIM_RATIO = 0.7;
const AIM_PERSONAL_PER_SECOND = 1_500;
const PATH = '/api/customer/storefront';
const CUSTOMERS = 8;

/** The storefront for everyone beside a bare route with the same answer, and the storefront of a customer. */
export const storefront: Bench = async (arena) => {
  const target = await arena.start();
  try {
    return await measureStorefront(target, 10, AIM_PERSONAL_PER_SECOND);
  } finally {
    await target.stop();
  }
};

/** Both storefronts of a server whose account sells this many products. */
export async function measureStorefront(
  target: Target,
  products: number,
  aimPersonalPerSecond?: number,
): Promise<FigureOfBench[]> {
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
  const personal = await personalised(target);
  return [
    {
      what: `storefront, anonymous, ${products} products, ${sample.body.length} bytes`,
      measured: rateText(ours),
      limit: `${perSecondText(bare.perSecond)} bare route: ${ratio.toFixed(2)}`,
      aim: `≥ ${AIM_RATIO} of the bare route`,
      isReached: ratio >= AIM_RATIO,
    },
    {
      what: `storefront of a customer, ${products} products`,
      measured: rateText(personal),
      ...(aimPersonalPerSecond !== undefined && {
        aim: `≥ ${perSecondText(aimPersonalPerSecond)}`,
        isReached: personal.perSecond >= aimPersonalPerSecond,
      }),
    },
  ];
}

async function personalised(target: Target): Promise<LoadResult> {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => signUp(target)));
  const requests = customers.map(({ accessToken }) =>
    requestBytes('GET', PATH, { authorization: `Bearer ${accessToken}` }),
  );
  return runLoad({ port: target.port, requests, connections: CONNECTIONS, seconds: 3 });
}
