import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { mailsUrl } from './mails-key.ts';
import { assertRefused, type IdentityApp, startIdentityApp } from '../../../test/identity.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const page = (url: string, host = 'localhost:4242') =>
  app.inject({
    method: 'GET',
    url,
    headers: { host, cookie: `theirs=1; latchkey-mails=${app.system.mailsKey}` },
  });

test('the address that the start prints leaves the key in a cookie for these pages, and nowhere else', async () => {
  const { pathname, search } = new URL(mailsUrl('http://localhost:4242', app.system));
  const url = pathname + search;
  const opened = await app.inject({ url, headers: { host: 'localhost:4242' } });
  assert.deepEqual([opened.statusCode, opened.headers.location], [303, '/dev/mail']);
  const [cookie = '', mark = ''] = [opened.headers['set-cookie'] ?? []].flat();
  assert.match(cookie, /^latchkey-mails=\S+; Path=\/dev; HttpOnly; SameSite=Strict$/);
  assert.ok(!mark.includes(app.system.mailsKey), mark);
  const headers = { host: 'localhost:4242', cookie: cookie.slice(0, cookie.indexOf(';')) };
  const list = await app.inject({ url: '/dev/mail', headers });
  assert.equal(list.statusCode, 200);
  assert.ok(!list.body.includes(app.system.mailsKey), 'no link shows the key');

  const linked = async (host: string, value: string) =>
    (await app.inject({ url: '/', headers: { host, cookie: value } })).body.includes('href="/dev/mail"');
  const value = mark.slice(0, mark.indexOf(';'));
  assert.equal(await linked('localhost:4242', value), true, 'the start page leads there from now on');
  assert.equal(await linked('localhost:4242', ''), false);
  assert.equal(await linked('localhost:4242', 'latchkey-mails-open=of-another-start'), false);
  assert.equal(await linked('demo.latchkey.test', value), false);
  const guess = value.replace('latchkey-mails-open', 'latchkey-mails');
  const answer = await app.inject({ url: '/dev/mail', headers: { host: 'localhost', cookie: guess } });
  assert.equal(answer.statusCode, 403, 'the mark opens nothing');
});

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
  assert.match(one.body, /<td>Confirm account<\/td>/, 'its kind, in words');
  assert.match(one.body, />From<\/th><td>\S*no-reply@/, 'the sender of the instance');
  assert.match(one.body, /<time datetime="\S+Z">[A-Z][a-z]{2} \d+, \d{4}, [\d:]+\s[AP]M UTC<\/time>/);
  assert.ok(one.body.includes('<iframe title="The mail as HTML" sandbox="allow-popups"'));

  const html = await page(`/dev/mail/demo/${mail.id}/html`);
  assert.equal(html.body, mail.htmlBody);
  assert.match(String(html.headers['content-security-policy']), /default-src 'none';.* sandbox/);
});

test('unknown mails, and those requested under the wrong account, do not exist', async () => {
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
