import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as holds, property } from 'fast-check';
import { anyText } from '../../../../test/any-text.ts';
import { attachment } from './attachment.ts';

test('a plain name is what it is, and any other has both forms', () => {
  assert.equal(attachment('app.mb'), `attachment; filename="app.mb"; filename*=UTF-8''app.mb`);
  assert.equal(
    attachment(`Ünï "x"'.zip`),
    `attachment; filename="_n_ _x_'.zip"; filename*=UTF-8''%C3%9Cn%C3%AF%20%22x%22%27.zip`,
  );
});

test('no name can end the header, leave its folder, or get lost', () => {
  holds(
    property(anyText(60), (name) => {
      const header = attachment(name);
      const match = /^attachment; filename="([^"\\/]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(header);
      assert.ok(match !== null, header);
      assert.match(header, /^[\x20-\x7E]*$/);
      const clean = name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_');
      assert.equal(decodeURIComponent(match[2] ?? ''), clean);
    }),
  );
});
