// Receives webhooks: verifies each, stores it once, answers, and handles it afterwards.
import { createServer } from 'node:http';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { openInbox } from './inbox.js';

const { WEBHOOK_SECRET, LATCHKEY_URL, LATCHKEY_API_KEY, INBOX = 'inbox.db', PORT = '3000' } = process.env;
const RECONCILE_EVERY_MS = 10 * 60_000;

const webhook = new Webhook(WEBHOOK_SECRET ?? '');
const inbox = openInbox(INBOX);

const server = createServer((request, response) => {
  const receive = (body) => {
    // The signature is over the bytes that arrived: verify before you parse.
    const event = verified(body, request.headers);
    if (event === undefined) return response.writeHead(401).end();
    inbox.add(event);
    // It is stored, so a crash loses nothing: answer now, handle it then.
    response.writeHead(204).end();
    handleAll();
  };
  // Whatever fails here, such as a full disk, closes the connection: the event comes again.
  buffer(request)
    .then(receive)
    .catch(() => response.destroy());
});

function verified(body, headers) {
  try {
    return webhook.verify(body, headers);
  } catch {
    return undefined;
  }
}

/** Handles what is stored and not handled yet, each event once. */
function handleAll() {
  inbox.handleAll((event, isNews) => {
    const { type, subject } = event;
    // Here your program does what it has to do. An event that came late finds a newer state of its subject.
    console.log(`${isNews ? 'handled' : 'late'} ${type} ${subject.type}/${subject.id} ${subject.sequence}`);
  });
}

/** The list is the truth: fetches what did not arrive, such as while this program did not run. */
async function reconcile() {
  let path = `/api/events?after=${inbox.place()}&pageSize=100`;
  while (path !== null) {
    const response = await fetch(new URL(path, LATCHKEY_URL), { headers: { 'Api-Key': LATCHKEY_API_KEY } });
    if (!response.ok) throw new Error(`the list of events answered ${response.status}`);
    const { items, next } = await response.json();
    for (const event of items) inbox.add(event);
    if (items.length > 0) inbox.moveTo(items.at(-1).sequence);
    path = next;
  }
  handleAll();
}

function reconcileNow() {
  reconcile().catch((error) => console.error(`not reconciled: ${error.message}`));
}

handleAll();
if (LATCHKEY_URL !== undefined) {
  reconcileNow();
  setInterval(reconcileNow, RECONCILE_EVERY_MS).unref();
}
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
