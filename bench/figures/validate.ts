import { signingRate } from '../limits/limits.ts';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { msText, perSecondText, rateText } from '../report.ts';
import { type Bench, CONNECTIONS, medianBy, ROUNDS } from './figure.ts';

const AIM_RATIO = 0.6;
const AIM_P99_MS = 50;
/** A server runs for weeks: what V8 compiles in the first ten thousand requests, on threads of its own, is over. */
const WARMUP_SECONDS = 6;

/** License validation, the durable write included, beside the rate at which this machine can sign. */
export const validate: Bench = async (arena) => {
  const { productId, tokens } = arena.seeded;
  const path = `/api/client/licenses/${productId}/validate`;
  const headers = { 'content-type': 'text/plain' };
  const requests = tokens.map((token) => requestBytes('POST', path, headers, token));
  const target = await arena.start();
  try {
    const load = { port: target.port, requests, connections: CONNECTIONS };
    await runLoad({ ...load, warmupSeconds: WARMUP_SECONDS, seconds: 0.5 });
    const rounds: { readonly signing: number; readonly full: LoadResult }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ signing: await signingRate(1), full: await runLoad({ ...load, seconds: 2 }) });
    }
    const { signing, full } = medianBy(rounds, (round) => round.full.perSecond / round.signing);
    const half = await runLoad({ ...load, seconds: 3, perSecond: full.perSecond / 2 });
    const ratio = full.perSecond / signing;
    return [
      {
        what: `license validate, ${CONNECTIONS} connections`,
        measured: rateText(full),
        perSecond: full.perSecond,
        limit: `${perSecondText(signing)} RSA-2048 signatures: ${ratio.toFixed(2)}`,
        aim: `≥ ${AIM_RATIO} of the signing rate`,
        isReached: ratio >= AIM_RATIO,
      },
      {
        what: `license validate at half load, ${perSecondText(half.perSecond)}`,
        measured: `p50 ${msText(half.p50Ms)}, p90 ${msText(half.p90Ms)}, p99 ${msText(half.p99Ms)}`,
        aim: `p99 < ${AIM_P99_MS} ms`,
        isReached: half.p99Ms < AIM_P99_MS,
      },
    ];
  } finally {
    await target.stop();
  }
};
