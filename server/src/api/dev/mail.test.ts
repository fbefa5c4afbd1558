import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { assertRefused, type IdentityApp, startIdentityApp } from '../../../test/identity.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const page = (url: string, host = 'localhost:4242') => app.inject({ method: 'GET', url, headers: { host } });

test('a developer reads every mail, with what a stranger wrote in it escaped', async () => {
  const name = '<script>alert("1")</script>';
  const member = await app.signUp({ name });
  const mail =
    (await app.mails()).find(({ recipient }) => recipient === member.email) ?? assert.fail('no mail');
  const list = await page('/dev/mail');
  assert.equal(list.statusCode, 200);
  assert.match(String(list.headers['content-type']), /^text\/html/);
  assert.ok(list.body.includes(`href="/dev/mail/demo/${mail.id}"`));
  assert.ok(list.body.includes(member.email));

  const one = await page(`/dev/mail/demo/${mail.id}`);
  assert.equal(one.statusCode, 200);
  assert.ok(one.body.includes('Hello &lt;script&gt;'));
  assert.ok(!one.body.includes('<script'));
  assert.ok(one.body.includes('<iframe title="The mail as HTML" sandbox="allow-popups"'));

  const html = await page(`/dev/mail/demo/${mail.id}/html`);
  assert.equal(html.body, mail.htmlBody);
  assert.match(String(html.headers['content-security-policy']), /default-src 'none';.* sandbox/);
});

test('unknown mails, and those asked for under the wrong account, are not there', async () => {
  const member = await app.signUp();
  const mail =
    (await app.mails()).find(({ recipient }) => recipient === member.email) ?? assert.fail('no mail');
  for (const url of [
    `/dev/mail/other/${mail.id}`,
    '/dev/mail/demo/nothing',
    `/dev/mail/other/${mail.id}/html`,
  ]) {
    assertRefused(await page(url), 404, 'NotFound');
  }
});

test('no other name leads to the mails, so that no website can reach them from a browser', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'demo.latchkey.test',
    'latchkey.test',
    'evil@localhost',
    'localhost#.evil.example',
  ]) {
    assertRefused(await page('/dev/mail', host), 404, 'NotFound');
  }
  for (const host of ['127.0.0.1:4242', '[::1]:4242', 'LOCALHOST']) {
    assert.equal((await page('/dev/mail', host)).statusCode, 200, host);
  }
});

test('in production there is no such page', async () => {
  const production = await startTestApp({ NODE_ENV: 'production' });
  try {
    for (const url of ['/dev/mail', '/dev/mail/demo/x', '/dev/mail/demo/x/html']) {
      const response = await production.app.inject({ method: 'GET', url, headers: { host: 'localhost' } });
      assertRefused(response, 404, 'NotFound');
    }
  } finally {
    await production.close();
  }
});
