import { fastify } from 'fastify';
import { Type } from 'typebox';
import { answerWith, readTask } from '../children.ts';

/** The minimum work of Fastify for a response: one route, no hook, no schema, the same headers, the same bytes. */
const { headers, body } = await readTask(
  Type.Object({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() }),
);
const app = fastify();
app.get('/*', (_request, reply) => reply.headers(headers).send(body));
await app.listen({ host: '127.0.0.1', port: 0 });
const [address] = app.addresses();
answerWith({ port: typeof address === 'object' ? address.port : undefined });
