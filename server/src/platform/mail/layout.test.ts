import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrast } from '../brand/color.ts';
import { renderMail } from './layout.ts';

const vendor = { name: 'Demo Audio' };

test('a mail says the same in both forms, with its link in full', () => {
  const url = 'https://shop.example.com/reset-password?email=ada%2Bx%40example.com&code=abc';
  const { text, html } = renderMail({
    vendor,
    heading: 'Choose a new password',
    paragraphs: ['Hello Ada,', 'somebody asked for a new password.'],
    action: { label: 'Choose a password', url },
    notes: ['Was it not you? Then do nothing.'],
  });
  for (const part of [
    'Choose a new password',
    'Hello Ada,',
    'Choose a password',
    'Was it not you?',
    'Demo Audio',
  ]) {
    assert.ok(text.includes(part), part);
    assert.ok(html.includes(part), part);
  }
  assert.ok(text.includes(`\n${url}\n`));
  const addresses = html.split(url.replaceAll('&', '&amp;')).length - 1;
  assert.equal(addresses, 2, 'behind the button and behind a link, and nowhere in sight');
});

test('a link in a text has its label in the HTML form, and its address in the text form', () => {
  const url = 'https://shop.example.com/account#code=a&b';
  const link = { label: 'your <account>', url };
  const { text, html } = renderMail({
    vendor,
    heading: 'Hello',
    paragraphs: [{ text: 'Sign in with your <account>, then go on.', link }],
    steps: { heading: 'Next', list: [{ text: 'Open your <account>', link }] },
    notes: [
      { text: link.label, link },
      { text: 'Sign in:', link },
    ],
  });
  const [paragraph, step, whole, other] = [
    `Sign in with your <account> (${url}), then go on.`,
    `1. Open your <account> (${url})`,
    `your <account>: ${url}`,
    `Sign in: your <account> (${url})`,
  ];
  const words = text.replaceAll(/\s+/g, ' ');
  for (const part of [paragraph, step, whole, other]) assert.ok(words.includes(part), part);
  const anchor =
    /Sign in with <a class="link" href="([^"]*)" style="[^"]*">your &lt;account&gt;<\/a>, then go on\./;
  assert.equal(anchor.exec(html)?.[1], url.replace('&', '&amp;'));
  assert.equal(html.split('>your &lt;account&gt;</a>').length - 1, 4);
  assert.doesNotMatch(html.replaceAll(/<[^>]*>/g, ''), /https:/, 'no address is in sight');
  const bad = { text: 'x', link: { label: 'x', url: 'javascript:alert(1)' } };
  for (const place of [{ paragraphs: [bad] }, { notes: [bad] }, { steps: { heading: 'x', list: [bad] } }])
    assert.throws(() => renderMail({ vendor, heading: 'x', paragraphs: [], ...place }), RangeError);
});

test('no string can add an element, an attribute or an entity to the HTML form', () => {
  const plain = renderMail({
    vendor: { name: 'x', logoUrl: 'https://x.example/' },
    heading: 'x',
    paragraphs: ['x'],
    action: { label: 'x', url: 'https://x.example/' },
    notes: ['x'],
  });
  const skeleton = (html: string): string =>
    (html.match(/<[^>"]*(?:"[^"]*"[^>"]*)*>/g) ?? []).map(tagName).join(' ');
  const hostile = fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', 'a', '\n', '{', '%', '`', '\u2028'),
  });
  fc.assert(
    fc.property(hostile, (text) => {
      const { html } = renderMail({
        vendor: { name: text, logoUrl: `https://x.example/${text}` },
        heading: text,
        paragraphs: [text],
        action: { label: text, url: `https://x.example/${text}` },
        notes: [text],
      });
      assert.equal(skeleton(html), skeleton(plain.html));
    }),
  );
  const { html } = renderMail({
    vendor,
    heading: '<script>alert("1")</script>',
    paragraphs: ["' onload='x"],
  });
  assert.ok(html.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'));
  assert.ok(html.includes('&#39; onload=&#39;x'));
});

test('a link that could run something is refused', () => {
  const urls = ['javascript:alert(1)', 'data:text/html,x', '/relative', 'mailto:a@b.example', ''];
  for (const url of urls) {
    const content = { vendor, heading: 'x', paragraphs: [], action: { label: 'x', url } };
    assert.throws(() => renderMail(content), RangeError, url);
  }
});

test('lines of the text form are short enough for every reader and links are never broken', () => {
  const url = `https://shop.example.com/${'long'.repeat(50)}`;
  const paragraphs = [Array.from({ length: 60 }, () => 'word').join(' ')];
  const { text } = renderMail({ vendor, heading: 'x', paragraphs, action: { label: 'Go', url } });
  const long = text.split('\n').filter((line) => line.length > 76);
  assert.deepEqual(long, [url]);
});

function tagName(tag: string): string {
  return tag.replace(/[\s>].*$/s, '');
}

test('a bill is a table in the HTML form and lines in the text', () => {
  const bill = {
    facts: [
      { label: 'Order', value: '42' },
      { label: 'Sold by', value: 'Demo & <Co>\nHarbour Street 1' },
    ],
    lines: [{ label: '2 × <App>', value: '€98.00' }],
    total: { label: 'Total', value: '€98.00' },
  };
  const { text, html } = renderMail({ vendor: { name: 'Demo' }, heading: 'Receipt', bill, paragraphs: [] });
  assert.match(
    text,
    /Order: 42\nSold by: Demo & <Co>, Harbour Street 1\n\n2 × <App>: €98\.00\nTotal: €98\.00\n/,
  );
  assert.match(html, /<td[^>]*>Demo &amp; &lt;Co&gt;<br>Harbour Street 1<\/td>/);
  assert.match(html, /<td[^>]*>2 × &lt;App&gt;<\/td><td[^>]*>€98\.00<\/td>/);
});

test('a word that is longer than the line breaks, so that no phone shows half of a mail', () => {
  const { html } = renderMail({ vendor, heading: 'Hello', paragraphs: [`${'ada.'.repeat(20)}@example.com`] });
  const card = /<td class="card" style="([^"]*)">/.exec(html)?.[1]?.split(';') ?? [];
  assert.ok(card.includes('word-break:break-word'), card.join(';'));
});

test('the button and the links have the accent of the vendor, as far as it can be read', () => {
  const url = 'https://x.example/';
  const { html } = renderMail({
    vendor: { name: 'Demo', accentColor: '#ffe600' },
    heading: 'x',
    paragraphs: ['x'],
    action: { label: 'Go', url },
  });
  assert.match(html, /background:#ffe600;[^]*?color:#000000;text-decoration:none">Go</);
  const [, link = ''] = /class="link" href="[^"]*" style="color:(#[0-9a-f]{6})/.exec(html) ?? [];
  assert.ok(contrast(link, '#ffffff') >= 4.5, link);
});

test('a mail begins with the logo of the vendor, or else with the mark and the name', () => {
  const headOf = (sender: { name: string; logoUrl?: string }) => {
    const { html } = renderMail({ vendor: sender, heading: 'Hello', paragraphs: [] });
    return html.slice(html.indexOf('<body'), html.indexOf('<h1'));
  };
  const plain = headOf({ name: 'Demo & Sons' });
  assert.match(plain, /class="mark"[^>]*aria-hidden="true"[^>]*>D&amp;<\/td>/);
  assert.match(plain, />Demo &amp; Sons<\/td>/);
  const withLogo = headOf({ name: 'Demo', logoUrl: 'https://x.example/logo.png' });
  assert.match(withLogo, /<img src="https:\/\/x\.example\/logo\.png" alt="Demo"/);
  assert.doesNotMatch(withLogo, /class="mark"/);
});

test('a purchase begins with its pictures and what to do, the button before everything but the first sentence', () => {
  const url = 'https://shop.example/account';
  const mail = {
    vendor: { name: 'Demo' },
    heading: 'Thank you',
    reference: 'Order 42',
    items: [{ label: 'The "App"', initial: 'A', pictureUrl: 'https://shop.example/a.jpg' }],
    steps: { heading: 'Next', list: ['Download <it>.', 'Install it.'] },
    bill: {
      facts: [],
      lines: [{ label: 'App', value: '€49.00' }],
      total: { label: 'Total', value: '€49.00' },
    },
    paragraphs: ['It is yours.', 'What to do next.'],
    action: { label: 'Go to my products', url },
  };
  const order = (text: string) =>
    ['Order 42', 'a.jpg', 'It is yours.', 'Go to my products', 'What to do next.', 'Install it.', '€49.00']
      .map((part) => text.indexOf(part))
      .filter((place) => place >= 0);
  const first = renderMail({ ...mail, beginsWithAction: true });
  assert.deepEqual(
    [order(first.html), order(first.html).length],
    [order(first.html).toSorted((a, b) => a - b), 7],
  );
  assert.deepEqual(
    [order(first.text), order(first.text).length],
    [order(first.text).toSorted((a, b) => a - b), 6],
  );
  assert.match(first.html, /<img src="https:\/\/shop\.example\/a\.jpg" alt="The &quot;App&quot;"/);
  assert.equal(first.html.split('Go to my products').length - 1, 2, 'a button, and a link below everything');
  assert.ok(first.html.lastIndexOf(url) > first.html.indexOf('€49.00'), 'the link comes last');
  assert.match(first.html, /<li[^>]*>Download &lt;it&gt;\.<\/li>\s*<li[^>]*>Install it\.<\/li>/);
  assert.match(first.text, /Next:\n1\. Download <it>\.\n2\. Install it\.\n/);
  const last = renderMail(mail);
  assert.ok(last.html.indexOf('€49.00') < last.html.indexOf('It is yours.'));
  assert.ok(last.html.indexOf('It is yours.') < last.html.indexOf('Go to my products'));
  const items = [{ label: 'App', initial: 'A', pictureUrl: 'javascript:alert(1)' }];
  assert.throws(() => renderMail({ ...mail, items }), RangeError);
});

test('the opening is the first text of a mail, in its lines, before the action and the bill', () => {
  const bill = { facts: [], lines: [{ label: 'App', value: '€1' }], total: { label: 'Total', value: '€1' } };
  const action = { label: 'Go', url: 'https://shop.example/' };
  for (const beginsWithAction of [true, false]) {
    const content = {
      vendor,
      heading: 'Receipt',
      opening: ['Dear Ada,\n<b>'],
      paragraphs: ['Facts.'],
      bill,
      action,
    };
    const { text, html } = renderMail({ ...content, beginsWithAction });
    assert.match(text, /^Receipt\n\nDear Ada,\n<b>\n\n/);
    assert.match(html, /Dear Ada,<br>&lt;b&gt;<\/p>/);
    assert.ok(
      html.indexOf('Dear Ada') < Math.min(html.indexOf('App'), html.indexOf('>Go<'), html.indexOf('Facts.')),
    );
  }
});
