import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import { makeServerPlace, type ServerPlace } from '../../test/server-place.ts';
import { PNG, WAV } from '../../test/attacks/account-things.ts';

let place: ServerPlace;
let baseUrl: string;
before(async () => {
  place = await makeServerPlace();
  ({ baseUrl } = await place.serveHere());
});
after(() => place.close());

const latchkey = (...parameters: string[]) => runCommand(place.environment, ...parameters);

async function detailsOf(path: string) {
  const answer = await fetch(`${baseUrl}/api/customer/storefront/${path}`);
  const {
    details,
  }: { details: { media: { title: string; url: string }[]; images: { alt: string; videoUrl?: string }[] } } =
    JSON.parse(await answer.text());
  return details;
}

test('a sound and a picture are added to a page, listed and removed', async () => {
  const [sound, picture, text] = ['a loop.wav', 'window.png', 'notes.txt'].map((name) =>
    join(place.dataDir, name),
  );
  assert(sound !== undefined && picture !== undefined && text !== undefined);
  await writeFile(sound, Buffer.concat([WAV, Buffer.alloc(100)]));
  await writeFile(picture, PNG);
  await writeFile(text, 'no picture');
  const added = await latchkey('media', 'add', 'demo-app', sound);
  const [, id = ''] = /^sound (\S+): 116 bytes\n$/.exec(added.stdout) ?? assert.fail(added.stderr);
  assert.equal((await detailsOf('products/demo-app')).media.at(-1)?.title, 'a loop');
  const film = 'https://video.example/1';
  const trailer = await latchkey(
    'media',
    'add',
    'demo-bundle',
    picture,
    '--bundle',
    '--title',
    'A film',
    '--video-url',
    film,
  );
  assert.match(trailer.stdout, /^picture \S+: 1 × 1 pixels\n$/, trailer.stderr);
  assert.partialDeepStrictEqual((await detailsOf('bundles/demo-bundle')).images.at(-1), {
    alt: 'A film',
    videoUrl: film,
  });
  const refused = await latchkey('media', 'add', 'demo-app', sound, '--video-url', film);
  assert.deepEqual([refused.code, /only for a picture/.test(refused.stderr)], [1, true], refused.stderr);
  assert.equal(
    (await detailsOf('products/demo-app')).media.filter(({ title }) => title === 'a loop').length,
    1,
  );
  const list = await latchkey('media', 'list', 'demo-app');
  assert.match(list.stdout, new RegExp(`^KIND +ID +TITLE +BYTES\n(.*\n)*sound +${id} +a loop +116\n$`));
  const removed = await latchkey('media', 'remove', 'demo-app', id);
  assert.equal(removed.stdout, `removed sound ${id}\n`, removed.stderr);
  assert.doesNotMatch((await latchkey('media', 'list', 'demo-app', '--json')).stdout, new RegExp(id));
  const again = await latchkey('media', 'remove', 'demo-app', id);
  assert.deepEqual([again.code, /no picture, sound or film/.test(again.stderr)], [1, true], again.stderr);
  const wrong = await latchkey('media', 'add', 'demo-app', text);
  assert.deepEqual(
    [wrong.code, /must be a PNG, JPEG, WebP or AVIF image/.test(wrong.stderr)],
    [1, true],
    wrong.stderr,
  );
  assert.equal((await latchkey('media', 'add', 'nothing', sound)).code, 1);
});
