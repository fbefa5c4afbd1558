import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fastify } from 'fastify';
import pg from 'pg';
import { Type } from 'typebox';
import { answerWith, readTask } from '../children.ts';

/**
 * The minimum work of a server that stores what it receives: one route, no hook, no schema. It parses the body, writes
 * it to the row of its path in a transaction of its own, and answers with the same bytes each time.
 */
const { body, folder, databaseUrl } = await readTask(
  Type.Object({ body: Type.String(), folder: Type.String(), databaseUrl: Type.Optional(Type.String()) }),
);
const store = databaseUrl === undefined ? storeInFile(folder) : await storeInPostgres(databaseUrl);
const app = fastify();
app.patch('/*', async (request, reply) => {
  await store(request.url, JSON.stringify(request.body));
  return reply.type('application/json').send(body);
});
await app.listen({ host: '127.0.0.1', port: 0 });
const [address] = app.addresses();
answerWith({ port: typeof address === 'object' ? address.port : undefined });

type Store = (path: string, text: string) => Promise<void>;

function storeInFile(parent: string): Store {
  mkdirSync(parent, { recursive: true });
  const database = new DatabaseSync(join(parent, 'bare.db'));
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('create table if not exists bare (path text primary key, body text not null)');
  const statement = database.prepare(
    'insert into bare (path, body) values (?, ?) on conflict (path) do update set body = excluded.body',
  );
  return async (path, text) => {
    statement.run(path, text);
  };
}

async function storeInPostgres(connectionString: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  await pool.query('create table if not exists bare (path text primary key, body jsonb not null)');
  const statement = {
    name: 'store',
    text: 'insert into bare (path, body) values ($1, $2) on conflict (path) do update set body = excluded.body',
  };
  return async (path, text) => {
    await pool.query({ ...statement, values: [path, text] });
  };
}
