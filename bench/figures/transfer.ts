import { perSecondText } from '../report.ts';
import { productId } from '../seed.ts';
import type { Target } from '../target.ts';
import type { Bench, FigureOfBench } from './figure.ts';

const LINES = 20_000;
const AIM_PER_SECOND = 2_000;

/** Bulk imports of customers and of their licenses, and the export of all licenses. */
export const transfer: Bench = async (arena) => {
  const target = await arena.start();
  try {
    const send = (kind: string, lineOf: (index: number) => object, query = '') =>
      importLines(target, arena.seeded.apiKey, { kind, lineOf, query });
    const customerOf = (index: number) => ({
      name: `Grace Hopper ${index}`,
      email: `moved-${index}@example.com`,
      externalId: `moved-${index}`,
    });
    const licenseOf = (index: number) => ({
      ownerExternalId: `moved-${index}`,
      productId: productId(1),
      externalId: `moved-${index}`,
      keyCode: `MOVED-${index}`,
      activations: [{ deviceName: 'Studio', deviceSignature: `moved-${index}`, activationMethod: 'Online' }],
    });
    return [
      dryRunFigure(await send('customers', customerOf, '?dryRun=true')),
      importFigure('customers', await send('customers', customerOf)),
      importFigure('licenses, each with a device', await send('licenses', licenseOf)),
      importFigure('licenses that exist', await send('licenses', licenseOf)),
      await exportFigure(target, arena.seeded),
    ];
  } finally {
    await target.stop();
  }
};

function dryRunFigure(perSecond: number): FigureOfBench {
  return { what: `dry run of an import of ${LINES} customers`, measured: perSecondText(perSecond) };
}

function importFigure(what: string, perSecond: number): FigureOfBench {
  return {
    what: `import of ${LINES} ${what}`,
    perSecond,
    measured: perSecondText(perSecond),
    aim: `≥ ${perSecondText(AIM_PER_SECOND)}`,
    isReached: perSecond >= AIM_PER_SECOND,
  };
}

/** Sends one request of many lines, and returns the lines per second. */
async function importLines(
  { url }: Target,
  apiKey: string,
  { kind, lineOf, query }: { kind: string; lineOf: (index: number) => object; query: string },
): Promise<number> {
  const body = Array.from({ length: LINES }, (_, index) => `${JSON.stringify(lineOf(index))}\n`).join('');
  const begin = performance.now();
  const answer = await fetch(`${url}/api/import/${kind}${query}`, {
    method: 'POST',
    headers: { 'api-key': apiKey, 'content-type': 'application/x-ndjson' },
    body,
  });
  const lines = (await answer.text()).trimEnd().split('\n');
  const seconds = (performance.now() - begin) / 1_000;
  const summary = lines.at(-1) ?? '';
  if (!answer.ok || !/"completed":true.*"invalid":0,"failed":0/.test(summary))
    throw new Error(`the import of ${kind} answers ${answer.status}: ${summary.slice(0, 500)}`);
  return LINES / seconds;
}

async function exportFigure(
  { url }: Target,
  { apiKey, size }: { readonly apiKey: string; readonly size: number },
): Promise<FigureOfBench> {
  const begin = performance.now();
  const answer = await fetch(`${url}/api/export/licenses`, { headers: { 'api-key': apiKey } });
  if (!answer.ok || answer.body === null) throw new Error(`the export answers ${answer.status}`);
  let bytes = 0;
  let rows = 0;
  await answer.body.pipeTo(
    new WritableStream<Uint8Array>({
      write: (chunk) => {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) rows += 1;
      },
    }),
  );
  const seconds = (performance.now() - begin) / 1_000;
  if (rows < size + LINES) throw new Error(`the export has ${rows} of ${size + LINES} licenses`);
  return {
    what: `export of ${rows.toLocaleString('en')} licenses`,
    perSecond: rows / seconds,
    measured: `${perSecondText(rows / seconds)}, ${(bytes / seconds / 1e6).toFixed(1)} MB/s`,
  };
}
