import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ServerGroup, startWithNpm } from '../server-process.ts';
import { faultRuns, openShop, type ShopServer } from './shop-server.ts';
import { stopUnderLoad } from './stop-under-load.ts';

const STOPS = faultRuns(1, 50);

interface Way {
  readonly name: string;
  readonly inTerminal?: true;
  readonly ask: (server: ServerGroup) => void;
}

/**
 * The ways in which people and service managers stop `npm start`; in all but one of these the server gets its signal
 * twice.
 */
const WAYS: readonly Way[] = [
  { name: 'SIGTERM to the whole group', ask: (server) => server.signalGroup('SIGTERM') },
  { name: 'SIGINT to the whole group', ask: (server) => server.signalGroup('SIGINT') },
  { name: 'SIGTERM to npm alone', ask: (server) => server.signalNpm('SIGTERM') },
  { name: 'Ctrl-C in a terminal', inTerminal: true, ask: (server) => server.pressCtrlC() },
];

let shop: ShopServer;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

for (const { name, inTerminal = false, ask } of WAYS) {
  test(`${name} stops npm start under load with code 0 and loses no request, ${STOPS} times`, async (t) => {
    for (let stop = 0; stop < STOPS; stop += 1) {
      const server = await startWithNpm(shop.environment, { inTerminal });
      t.after(() => server.kill());
      await stopUnderLoad(server, () => ask(server));
      const { stdout } = await server.ended;
      assert.doesNotMatch(stdout, /second stop signal/);
      assert.match(stdout, /\bstopped\b/);
    }
  });
}
