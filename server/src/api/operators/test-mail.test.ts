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
