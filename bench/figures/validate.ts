import type { Arena } from '../arena.ts';
import { withoutIfma } from '../limits/instructions.ts';
import { signingRate } from '../limits/limits.ts';
import { requestBytes } from '../load/http-client.ts';
import { type LoadResult, runLoad } from '../load/load.ts';
import { msText, perSecondText, rateText } from '../report.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, medianBy, ROUNDS, WARMUP_SECONDS } from './figure.ts';

const AIM_RATIOS = { sqlite: 0.7, postgres: 0.65 };
const AIM_P99_MS = 20;

/**
 * License validation, including the durable write, beside the rate at which this machine can sign; and both again as on
 * a CPU without AVX-512 IFMA, if this one has it: a signature costs three times as much there, and everything else the
 * same.
 */
export const validate: Bench = async (arena) => {
  const asItIs = await measure(arena, {}, { withHalfLoad: true });
  const aim = AIM_RATIOS[arena.engine];
  const figures = [ratioFigure(asItIs, aim, ''), ...halfLoadFigures(asItIs.half)];
  const ordinary = await withoutIfma();
  if (ordinary === undefined) return figures;
  const there = await measure(arena, ordinary, { withHalfLoad: false });
  return [...figures, ratioFigure(there, aim, ', without AVX-512 IFMA')];
};

interface Measured {
  /** Of the round with the median ratio. */
  readonly signing: number;
  readonly full: LoadResult;
  readonly half: LoadResult | undefined;
}

async function measure(
  arena: Arena,
  environment: Readonly<Record<string, string>>,
  { withHalfLoad }: { readonly withHalfLoad: boolean },
): Promise<Measured> {
  const { productId, tokens } = arena.seeded;
  const path = `/api/client/licenses/${productId}/validate`;
  const headers = { 'content-type': 'text/plain' };
  const requests = tokens.map((token) => requestBytes('POST', path, headers, token));
  const target = await arena.start(environment);
  try {
    const load = { port: target.port, requests, connections: CONNECTIONS };
    await runLoad({ ...load, warmupSeconds: WARMUP_SECONDS, seconds: 0.5 });
    const rounds: { readonly signing: number; readonly full: LoadResult }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const signing = await signingRate(1, environment);
      rounds.push({ signing, full: await runLoad({ ...load, seconds: 2 }) });
    }
    const median = medianBy(rounds, (round) => round.full.perSecond / round.signing);
    const half = { ...load, seconds: 3, perSecond: median.full.perSecond / 2 };
    return { ...median, half: withHalfLoad ? await runLoad(half) : undefined };
  } finally {
    await target.stop();
  }
}

function ratioFigure({ full, signing }: Measured, aim: number, where: string): FigureOfBench {
  const ratio = full.perSecond / signing;
  return {
    what: `license validate, ${CONNECTIONS} connections${where}`,
    measured: rateText(full),
    perSecond: full.perSecond,
    limit: `${perSecondText(signing)} RSA-2048 signatures: ${ratio.toFixed(2)}`,
    aim: `≥ ${aim} of the signing rate`,
    isReached: ratio >= aim,
  };
}

function halfLoadFigures(half: LoadResult | undefined): FigureOfBench[] {
  if (half === undefined) return [];
  const figure = {
    what: `license validate at half load, ${perSecondText(half.perSecond)}`,
    measured: `p50 ${msText(half.p50Ms)}, p90 ${msText(half.p90Ms)}, p99 ${msText(half.p99Ms)}`,
    aim: `p99 < ${AIM_P99_MS} ms`,
    isReached: half.p99Ms < AIM_P99_MS,
  };
  return [figure];
}
