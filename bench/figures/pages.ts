import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { requestBytes } from '../load/http-client.ts';
import { runLoad } from '../load/load.ts';
import { perSecondText, rateText } from '../report.ts';
import type { Arena } from '../arena.ts';
import type { Target } from '../target.ts';
import { type Bench, CONNECTIONS, type FigureOfBench, medianBy, ROUNDS } from './figure.ts';

const AIMS = { sqlite: 5_000, postgres: 2_500 };
/** The permitted difference between the cost of a deep page and that of the first. */
const TOLERANCE = 0.2;

const Page = Type.Object({ next: Type.Union([Type.String(), Type.Null()]) });

/** The first page of all licenses, and the last full page of the list. */
export const pages: Bench = (arena) => pagesOfList(arena, { list: '/api/licenses', noun: 'licenses' });

/** A list of the Core API with as many rows as the database has licenses. */
interface LongList {
  readonly list: string;
  readonly noun: string;
}

/** The first page of a list, and its last full page. */
export async function pagesOfList(arena: Arena, { list, noun }: LongList): Promise<FigureOfBench[]> {
  const target = await arena.start();
  try {
    const headers = { 'api-key': arena.seeded.apiKey };
    const deep = await lastFullPage(target, list, headers);
    const measure = (path: string) =>
      runLoad({
        port: target.port,
        requests: [requestBytes('GET', path, headers)],
        connections: CONNECTIONS,
        seconds: 1,
      });
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ first: await measure(list), deep: await measure(deep.path) });
    }
    const { first, deep: last } = medianBy(rounds, (round) => round.deep.perSecond / round.first.perSecond);
    const aim = noun === 'licenses' ? AIMS[arena.engine] : undefined;
    const ratio = last.perSecond / first.perSecond;
    return [
      {
        what: `list page, 25 ${noun}`,
        measured: rateText(first),
        ...(aim !== undefined && { aim: `≥ ${perSecondText(aim)}`, isReached: first.perSecond >= aim }),
      },
      {
        what: `page ${deep.number.toLocaleString('en')} of ${arena.seeded.size.toLocaleString('en')} ${noun}`,
        measured: rateText(last),
        limit: `${ratio.toFixed(2)} of page 1`,
        aim: `same cost ± ${TOLERANCE * 100} %`,
        isReached: Math.abs(1 / ratio - 1) <= TOLERANCE,
      },
    ];
  } finally {
    await target.stop();
  }
}

async function lastFullPage(
  target: Target,
  list: string,
  headers: Record<string, string>,
): Promise<{ readonly path: string; readonly number: number }> {
  let path = list;
  for (let number = 1; ; number += 1) {
    const answer = await fetch(`${target.url}${path}`, { headers });
    if (!answer.ok) throw new Error(`the list answers ${answer.status}`);
    const { next } = Value.Parse(Page, await answer.json());
    if (next === null) return { path, number };
    path = next;
  }
}
