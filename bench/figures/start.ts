import { startTarget } from '../target.ts';
import { msText } from '../report.ts';
import { type Bench, medianBy, ROUNDS } from './figure.ts';

const AIM_MS = 700;
const AIM_DEMO_MS = 3_000;

/** From the start of the process to the first accepted request: with data, and for the first time with the demo. */
export const start: Bench = async (arena) => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = await arena.start();
    times.push(target.startMs);
    await target.stop();
  }
  const existing = medianBy(times, (time) => time);
  const { NODE_ENV: _, ...environment } = await arena.freshEnvironment();
  const demo = await startTarget({ environment });
  await demo.stop();
  return [
    {
      what: 'start on an existing database',
      measured: msText(existing),
      aim: `< ${AIM_MS} ms`,
      isReached: existing < AIM_MS,
    },
    {
      what: 'first start, with the demo account',
      measured: msText(demo.startMs),
      aim: `< ${AIM_DEMO_MS} ms`,
      isReached: demo.startMs < AIM_DEMO_MS,
    },
  ];
};
