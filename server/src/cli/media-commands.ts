import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { type Context, terminalContext } from '../modules/accounts/index.ts';
import type { ItemReference } from '../modules/catalog/index.ts';
import { invalidInput, notFound } from '../kernel/problem.ts';
import { transaction } from '../platform/context/context.ts';
import { printJson, printTable } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

interface ItemOptions {
  readonly bundle?: true;
  readonly account?: string;
}

interface AddOptions extends ItemOptions {
  readonly title?: string;
  readonly videoUrl?: string;
}

/** `latchkey media add`, `list` and `remove` */
export function addMediaCommands(program: Command): void {
  const media = program
    .command('media')
    .description('pictures, sounds and films on the pages of products and bundles');
  const itemCommand = (name: string, description: string) =>
    media
      .command(name)
      .description(description)
      .argument('<item>', 'the id of the product')
      .option('--bundle', 'it is the id of a bundle')
      .option('--account <id>', 'the account; by default the default account');
  itemCommand('add', 'add a picture, a sound or a film')
    .argument('<file>', 'PNG, JPEG, WebP, AVIF, MP3, M4A, Ogg, FLAC, WAV, MP4 or WebM')
    .option('--title <text>', 'what one sees or hears; by default the name of the file')
    .option('--video-url <url>', 'of a picture: the page of another site with the film that it stands for')
    .action(addCommand);
  itemCommand('list', 'list the pictures, sounds and films in the order of the page')
    .option('--json', 'print JSON')
    .action(listCommand);
  itemCommand('remove', 'remove a picture, a sound or a film')
    .argument('<id>', 'the id that the list shows')
    .action(removeCommand);
}

async function addCommand(id: string, path: string, options: AddOptions): Promise<void> {
  const { addImage, addMedia, mediaTypeOf, mediaTypeOfExtension, storeImage, storeMedia } =
    await import('../modules/catalog/index.ts');
  const title = options.title ?? basename(path, extname(path));
  await withItem(id, options, async (ctx, item) => {
    if (mediaTypeOf(await firstBytes(path)) === undefined) {
      const file = await storeImage(ctx, await readFile(path));
      const { videoUrl } = options;
      const { image } = await transaction(ctx, (tx) => addImage(tx, item, file, { alt: title, videoUrl }));
      console.log(`picture ${image.id}: ${image.width} × ${image.height} pixels`);
      return;
    }
    if (options.videoUrl !== undefined)
      throw invalidInput({
        errors: { videoUrl: ['is only for a picture: this file is a sound or film itself'] },
      });
    const { size } = await stat(path);
    const file = await storeMedia(ctx, { content: createReadStream(path), announcedSize: size });
    const { part } = await transaction(ctx, (tx) => addMedia(tx, item, file, { title }));
    const noun = mediaTypeOfExtension(part.extension).kind === 'Audio' ? 'sound' : 'film';
    console.log(`${noun} ${part.id}: ${part.sizeBytes} bytes`);
  });
}

async function listCommand(id: string, options: ItemOptions & { readonly json?: true }): Promise<void> {
  await withItem(id, options, async (ctx, item) => {
    const entries = await entriesOf(ctx, item);
    if (options.json === true) return printJson(entries);
    printTable(entries, [
      ['KIND', ({ kind }) => kind],
      ['ID', (entry) => entry.id],
      ['TITLE', ({ title }) => title],
      ['BYTES', ({ bytes }) => String(bytes)],
    ]);
  });
}

async function removeCommand(id: string, partId: string, options: ItemOptions): Promise<void> {
  const { removeImage, removeMedia } = await import('../modules/catalog/index.ts');
  await withItem(id, options, async (ctx, item) => {
    const entry = (await entriesOf(ctx, item)).find((each) => each.id === partId);
    if (entry === undefined) throw notFound({ detail: `The page has no picture, sound or film ${partId}.` });
    const remove = entry.kind === 'picture' ? removeImage : removeMedia;
    await transaction(ctx, async (tx) => {
      await remove(tx, item, partId);
    });
    console.log(`removed ${entry.kind} ${partId}`);
  });
}

async function entriesOf(ctx: Context, item: ItemReference) {
  const { listImages, listMedia, mediaTypeOfExtension } = await import('../modules/catalog/index.ts');
  const { images } = await listImages(ctx, item);
  const { media } = await listMedia(ctx, item);
  return [
    ...images.map(({ id, alt, sizeBytes }) => ({ kind: 'picture', id, title: alt, bytes: sizeBytes })),
    ...media.map(({ id, title, extension, sizeBytes }) => {
      const kind = mediaTypeOfExtension(extension).kind === 'Audio' ? 'sound' : 'film';
      return { kind, id, title, bytes: sizeBytes };
    }),
  ];
}

async function withItem(
  id: string,
  { bundle, account }: ItemOptions,
  work: (ctx: Context, item: ItemReference) => Promise<void>,
): Promise<void> {
  await withSystem(async (system) => {
    const ctx = terminalContext(system, await accountOrDefault(system, account));
    await work(ctx, { type: bundle === true ? 'Bundle' : 'Product', id });
  });
}

/** As many as show the type of a sound or film. */
async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
