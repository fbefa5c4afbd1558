import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { transaction } from '../../platform/context/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Account, Context } from '../accounts/index.ts';
import { findDocument } from './queries.ts';
import { drawPdf } from './render/drawer.ts';
import { hasPdf, setPdfHash } from './store.ts';
import type { OrderDocument } from './tables.ts';

/** The files that are being drawn, by storage and key of the document: further requests for one wait for it. */
const running = new WeakMap<Storage, Map<string, Promise<Buffer>>>();

/**
 * The PDF file of a document: drawn on the first request, then kept in the storage under its hash. A file that is
 * missing or damaged in the storage is drawn again, from the same frozen facts. Raises `Overloaded` when too many files
 * are waiting to be drawn.
 */
export async function documentFile(ctx: Context, document: OrderDocument): Promise<Buffer> {
  return (await storedFile(ctx, document)) ?? (await drawOnce(ctx, document));
}

function drawOnce(ctx: Context, { id }: OrderDocument): Promise<Buffer> {
  const files = running.get(ctx.storage) ?? new Map<string, Promise<Buffer>>();
  running.set(ctx.storage, files);
  const key = `${ctx.account.id}/${id}`;
  const file = files.get(key) ?? drawAndStore(ctx, id).finally(() => files.delete(key));
  files.set(key, file);
  return file;
}

async function drawAndStore(ctx: Context, id: string): Promise<Buffer> {
  // Somebody may have stored it since the caller read the document.
  const document = await findDocument(ctx, id);
  const file = await storedFile(ctx, document);
  if (file !== undefined) return file;
  const pdf = await drawPdf(document);
  const pdfSha256 = hashOf(pdf);
  await ctx.storage.put(documentKey(ctx.account, pdfSha256), pdf);
  if (document.pdfSha256 !== pdfSha256) {
    if (document.pdfSha256 !== null)
      ctx.log.warn(
        { documentId: document.id },
        'the lost file of a document was drawn anew, in another form',
      );
    await transaction(ctx, (tx) => setPdfHash(tx, ctx.account.id, document.id, pdfSha256));
  }
  return pdf;
}

/** The storage key of a document's file: by its account, because it is private, and its hash. */
export function documentKey(account: Pick<Account, 'id'>, sha256: string): string {
  return `${documentFolder(account)}/${sha256}.pdf`;
}

/** The storage folder of an account's documents. */
export function documentFolder({ id }: Pick<Account, 'id'>): string {
  // The id of an account may contain two consecutive dots, which a key must not.
  return `documents/${id.replaceAll('.', '_')}`;
}

/** Those of the keys that documents of any account name. */
export async function usedDocumentKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const keysInUse = new Set<string>();
  for (const key of keys) {
    const [, folder = '', sha256] = /^documents\/([^/]+)\/([0-9a-f]{64})\.pdf$/.exec(key) ?? [];
    if (sha256 !== undefined && (await hasPdf(db, folder.replaceAll('_', '.'), sha256))) keysInUse.add(key);
  }
  return keysInUse;
}

async function storedFile(
  { account, storage }: Context,
  { pdfSha256 }: OrderDocument,
): Promise<Buffer | undefined> {
  if (pdfSha256 === null) return undefined;
  const file = await storage.read(documentKey(account, pdfSha256));
  const bytes = file && (await buffer(file.stream));
  return bytes !== undefined && hashOf(bytes) === pdfSha256 ? bytes : undefined;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
