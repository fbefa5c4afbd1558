import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_DEVICE_FILE_BYTES, readDeviceFile } from './device-file.ts';

function base64Of(json: string): string {
  return Buffer.from(json).toString('base64');
}

test('a device file tells device and product, whatever line breaks and commas are in it', async () => {
  const json = '{"id":"x","name":"Büro PC","productId":"app","format":"JWT",}';
  for (const text of [
    base64Of(json),
    base64Of(json).replaceAll(/(.{20})/g, '$1\r\n'),
    `${base64Of(json)}\n`,
    base64Of(json.replace(',}', ' ,\n,} ,')),
    json,
  ]) {
    assert.deepEqual(await readDeviceFile(new Blob([text])), {
      text,
      deviceName: 'Büro PC',
      productId: 'app',
    });
  }
});

test('unreadable files are left to the server, which reports the issue', async () => {
  for (const text of ['no device file', base64Of('[1]'), base64Of('{"name":" "}')]) {
    const unknown = { text, deviceName: undefined, productId: undefined };
    assert.deepEqual(await readDeviceFile(new Blob([text])), unknown);
  }
});

test('a file for a product without the name or signature of a device is told without sending it', async () => {
  const devices = [{ id: 'x' }, { id: 'x', name: ' ' }, { id: 'x', name: 7 }, { name: 'Studio' }];
  for (const device of devices) {
    const text = base64Of(JSON.stringify({ ...device, productId: 'app' }));
    assert.deepEqual(await readDeviceFile(new Blob([text])), { issue: 'Incomplete' });
  }
});

test('a file that is too large, empty or gone is told without sending it', async () => {
  const most = new Blob(['x'.repeat(MAX_DEVICE_FILE_BYTES)]);
  assert.equal('text' in (await readDeviceFile(most)), true);
  const larger = new Blob(['x'.repeat(MAX_DEVICE_FILE_BYTES + 1)]);
  assert.deepEqual(await readDeviceFile(larger), { issue: 'TooLarge' });
  assert.deepEqual(await readDeviceFile(new Blob([' \n'])), { issue: 'Empty' });
  const unreadable = { size: 1, text: () => Promise.reject(new Error('gone')) };
  assert.deepEqual(await readDeviceFile(unreadable), { issue: 'Unreadable' });
});
