import { type AccountContext, accountUrl } from '../accounts/index.ts';
import type { OrderDocument } from './tables.ts';

const PURPOSE = 'document-link';
const LINK_SECONDS = 365 * 24 * 60 * 60;

/**
 * The address of a document's file for its mail: anybody who has it can open it for a year, without signing in. The
 * secret is a part of the path.
 */
export function documentLink(ctx: AccountContext, { id }: Pick<OrderDocument, 'id'>): string {
  const expiry = Math.floor(ctx.clock.now().getTime() / 1_000) + LINK_SECONDS;
  const token = `${expiry.toString(36)}~${ctx.vault.sign(PURPOSE, subjectOf(ctx, id, expiry))}`;
  return `${accountUrl(ctx.config, ctx.account)}/api/public/documents/${id}/${token}/document.pdf`;
}

/** Whether the token of a link was signed for this document, and has not expired. */
export function readDocumentLink(ctx: AccountContext, documentId: string, token: string): boolean {
  const [expiryText = '', signature = ''] = token.split('~');
  const expiry = Number.parseInt(expiryText, 36);
  if (!ctx.vault.verify(PURPOSE, subjectOf(ctx, documentId, expiry), signature)) return false;
  return ctx.clock.now().getTime() < expiry * 1_000;
}

function subjectOf({ account }: AccountContext, documentId: string, expiry: number): string {
  return [account.id, documentId, expiry].join('/');
}
