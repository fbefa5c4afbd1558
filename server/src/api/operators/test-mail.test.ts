import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type IdentityApp, startIdentityApp } from '../../../test/identity.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

test('an operator alone gets a test mail, with the sender, the logo and the color of the account', async () => {
  await updateSettings(app.ctx, {
    mailFrom: 'Acme Audio <hello@acme.example>',
    logoUrl: 'https://acme.example/logo.png',
    brand: { accentColor: '#aa2200' },
  });
  const at = await operatorAtWork(app, 'ReadOnly');
  assert.equal((await at.call('POST', '/api/operator/test-mail')).statusCode, 204);
  const [mail, ...others] = (await app.mails()).filter(({ kind }) => kind === 'operator-test');
  assert.deepEqual([mail?.recipient, others], [at.operator.email, []]);
  assert.equal(mail?.sender?.address, 'hello@acme.example');
  assert.match(mail.htmlBody, /https:\/\/acme\.example\/logo\.png/);
  assert.match(mail.htmlBody, /#aa2200/i);
  assert.match(mail.textBody, /\/shop/);
});

test('a page shows an operator the mail with a look that is not saved', async () => {
  const at = await operatorAtWork(app, 'ReadOnly');
  const before = (await app.mails()).length;
  const look = 'name=Drum+%3CHouse%3E&logoUrl=https%3A%2F%2Fdrums.example%2Fnew.png&accentColor=%23008844';
  const page = await at.call('GET', `/api/operator/test-mail?${look}`);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /https:\/\/drums\.example\/new\.png/);
  assert.match(page.body, /Drum &lt;House&gt;/);
  assert.match(page.body, /#008844/i);
  assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN');
  assert.match(
    String(page.headers['content-security-policy']),
    /default-src 'none'.*frame-ancestors 'self'; sandbox/,
  );
  assert.equal((await app.mails()).length, before);
  const bad = await at.call(
    'GET',
    '/api/operator/test-mail?name=A&logoUrl=javascript:alert(1)&accentColor=red',
  );
  assert.equal(bad.statusCode, 400);
  for (const url of ['https%3A%2F%2F', 'http%3A%2F%2F%5B'])
    assert.equal((await at.call('GET', `/api/operator/test-mail?name=A&logoUrl=${url}`)).statusCode, 400);
});
