import { availableParallelism, loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { machineTime, stolenShare } from './cpu-time.ts';
import { type Arena, type Engine, hasPostgres, openArena } from './arena.ts';
import { catalogues } from './figures/catalogues.ts';
import { checkouts } from './figures/checkouts.ts';
import type { Bench } from './figures/figure.ts';
import { desk } from './figures/desk.ts';
import { events } from './figures/events.ts';
import { files } from './figures/files.ts';
import { lists } from './figures/lists.ts';
import { transfer } from './figures/transfer.ts';
import { licensing } from './figures/licensing.ts';
import { memory } from './figures/memory.ts';
import { mixed } from './figures/mixed.ts';
import { orders } from './figures/orders.ts';
import { pages } from './figures/pages.ts';
import { renewals, subscriptions } from './figures/renewals.ts';
import { signIns } from './figures/sign-ins.ts';
import { start } from './figures/start.ts';
import { storefront } from './figures/storefront.ts';
import { validate } from './figures/validate.ts';
import { besideFirst, type Figure, type Gap, printReport } from './report.ts';

/** In the order in which they run: benches that use up the seeded tokens come last. */
const BENCHES: Readonly<Record<string, Bench>> = {
  validate,
  storefront,
  orders,
  checkouts,
  pages,
  'sign-ins': signIns,
  start,
  mixed,
  memory,
  catalogues,
  files,
  lists,
  desk,
  licensing,
  events,
  transfer,
  renewals,
  subscriptions,
};

/** Only run when named: with them a run takes too long to wait for. */
const ONLY_BY_NAME = new Set([
  'catalogues',
  'files',
  'lists',
  'desk',
  'licensing',
  'events',
  'transfer',
  'renewals',
  'subscriptions',
]);
const USUAL = Object.keys(BENCHES).filter((name) => !ONLY_BY_NAME.has(name));

const USAGE = `npm run bench -- [options] [bench …]

Benches when none is named: ${USUAL.join(', ')}
And by name: ${[...ONLY_BY_NAME].join(', ')}

  --engine sqlite|postgres|both   default both: SQLite, and PostgreSQL where the machine has it
  --size <number>[,<number>…]     customers, each with a license and an activation (10000); what of several sizes is
                                  measured at each is compared with the first
  --requests <number>             requests after which memory is measured (100000)
  --profile <folder>              take CPU profiles of the servers
  --markdown                      print the table as Markdown`;

interface Options {
  readonly engines: readonly Engine[];
  readonly names: readonly string[];
  readonly sizes: readonly number[];
  readonly requests: number;
  readonly asMarkdown: boolean;
  readonly profileFolder: string | undefined;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) return 2;
  const [busyBefore = 0] = loadavg();
  const figures: Figure[] = [];
  const gaps: Gap[] = [];
  for (const engine of options.engines) {
    if (engine === 'postgres' && !hasPostgres()) {
      gaps.push({ bench: 'all', engine, why: 'this machine has no PostgreSQL programs' });
      continue;
    }
    for (const size of options.sizes) {
      say(`${engine}: filling a database with ${size} licenses`);
      const arena = await openArena({ ...options, engine, size });
      try {
        for (const name of options.names) await measure(name, arena, figures, gaps);
      } finally {
        await arena.close();
      }
    }
  }
  printReport(figures, gaps, options.asMarkdown);
  const cores = availableParallelism();
  console.log(`\n${cores} cores; load of the machine before the bench began: ${busyBefore.toFixed(1)}.`);
  return figures.length > 0 ? 0 : 1;
}

/** A figure that cannot be measured is named in the report; the others are measured nevertheless. */
async function measure(name: string, arena: Arena, figures: Figure[], gaps: Gap[]): Promise<void> {
  say(`${arena.engine}: ${name}`);
  const { engine } = arena;
  const before = await machineTime();
  try {
    const results = (await BENCHES[name]?.(arena)) ?? [];
    const { size } = arena.seeded;
    const stolen = stolenShare(before, await machineTime());
    const rows = results.map((figure) => ({ ...figure, bench: name, engine, size, stolen }));
    figures.push(...rows.map((figure) => besideFirst(figure, figures)));
  } catch (error) {
    gaps.push({ bench: name, engine, why: error instanceof Error ? error.message : String(error) });
  }
}

function readOptions(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        engine: { type: 'string', default: 'both' },
        size: { type: 'string', default: '10000' },
        requests: { type: 'string', default: '100000' },
        profile: { type: 'string' },
        markdown: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new Error('Measures what is to be fast, beside its limit.');
    const unknown = positionals.filter((name) => BENCHES[name] === undefined);
    if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}.`);
    const sizes = values.size.split(',').map(Number);
    if (sizes.some((size) => !Number.isInteger(size) || size < 100))
      throw new Error('--size takes whole numbers from 100 on.');
    const requests = Number(values.requests);
    if (!Number.isInteger(requests) || requests < 1_000)
      throw new Error('--requests takes a whole number from 1000 on.');
    return {
      engines: enginesOf(values.engine),
      names: positionals.length > 0 ? inOrder(positionals) : USUAL,
      sizes,
      requests,
      asMarkdown: values.markdown,
      profileFolder: values.profile,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}

function inOrder(names: readonly string[]): string[] {
  return Object.keys(BENCHES).filter((name) => names.includes(name));
}

function enginesOf(name: string): Engine[] {
  if (name === 'both') return ['sqlite', 'postgres'];
  if (name === 'sqlite' || name === 'postgres') return [name];
  throw new Error(`There is no engine ${name}.`);
}

/** Progress goes to stderr: stdout is the report. */
function say(text: string): void {
  console.error(`… ${text}`);
}
