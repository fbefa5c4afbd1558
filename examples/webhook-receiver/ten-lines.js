// Receives webhooks in ten lines, without any library.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64');
const server = createServer((request, response) => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = request.headers;
  const receive = (body) => {
    const expected = createHmac('sha256', key).update([id, time, body].join('.')).digest();
    const given = String(signatures)
      .split(/ |v1,/)
      .map((signature) => Buffer.from(signature, 'base64'));
    const isSigned = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
    const isGood = isSigned && Math.abs(Date.now() / 1_000 - Number(time)) < 300;
    if (isGood) console.log(id, JSON.parse(body).type);
    response.writeHead(isGood ? 204 : 401).end();
  };
  text(request).then(receive, () => response.destroy());
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
