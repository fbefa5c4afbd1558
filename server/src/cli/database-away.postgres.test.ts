import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openTestDatabase } from '../../test/database.ts';
import { collectLatchkey } from '../../test/server-process.ts';

const AWAY = 'the database does not respond yet: retrying';

/** A server that starts while nothing listens at its database's port, until `come` is called. */
async function startWithout(context: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-away-'));
  context.after(() => rm(dataDir, { recursive: true }));
  const database = await openTestDatabase();
  context.after(() => database.close());
  const real = new URL(database.location);
  const gate = createServer((socket) => {
    const onward = connect(Number(real.port || 5432), real.hostname);
    socket.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => socket.destroy()).pipe(socket);
  });
  const listen = async (port: number): Promise<number> => {
    gate.listen(port, '127.0.0.1');
    await once(gate, 'listening');
    const address = gate.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  gate.close();
  await once(gate, 'close');
  context.after(() => gate.close());
  const url = new URL(real);
  url.host = `127.0.0.1:${port}`;
  const server = collectLatchkey(
    { LATCHKEY_DATA_DIR: dataDir, DATABASE_URL: url.href, PORT: '0' },
    'serve',
    '--no-demo',
  );
  context.after(async () => {
    server.signal('SIGKILL');
    await server.ended;
  });
  return { server, come: () => listen(port) };
}

test('a start waits for its database with one line per attempt, and continues when it is available', async (context) => {
  const { server, come } = await startWithout(context);
  assert.match(String((await server.logged(AWAY))['reason']), /^connect ECONNREFUSED [\d.:]+$/);
  await come();
  await server.logged('ready');
  server.signal('SIGTERM');
  const { code, stdout } = await server.ended;
  assert.equal(code, 0);
  const waits = stdout.split('\n').filter((line) => line.includes(AWAY));
  for (const line of waits)
    assert.deepEqual(Object.keys(JSON.parse(line)), ['level', 'time', 'reason', 'msg']);
});

test('a start that waits for its database can be stopped', async (context) => {
  const { server } = await startWithout(context);
  await server.logged(AWAY);
  server.signal('SIGTERM');
  const { code, stdout, stderr } = await server.ended;
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /"msg":"stopped"/);
});
