import { Refusal } from '@latchkey/sdk';
import type { Cart, CartPatch, LineInput } from '../api/cart.ts';
import type { LinesEdit } from './cart-lines.ts';

interface LinesPatch {
  readonly orderId: string;
  /** The lines before the edit. */
  readonly base: readonly LineInput[];
  readonly edit: LinesEdit;
  /** For a new cart. */
  readonly currency?: string | undefined;
}

/**
 * Sends the lines after an edit; if the server refuses existing lines, sends again without those, so that withdrawn
 * lines do not block the rest.
 */
export async function patchLines(
  patch: (orderId: string, body: CartPatch) => Promise<Cart>,
  { orderId, base, edit, currency }: LinesPatch,
): Promise<Cart> {
  const send = (lines: readonly LineInput[]) =>
    patch(orderId, { ...(currency !== undefined && { currency }), items: [...lines] });
  const lines = edit(base);
  try {
    return await send(lines);
  } catch (failure) {
    const left = withoutRefused(base, lines, failure);
    if (left === undefined) throw failure;
    return send(edit(left));
  }
}

/**
 * The existing lines without those that the server refuses; undefined if the refusal is about something else, such as
 * the added one.
 */
export function withoutRefused(
  before: readonly LineInput[],
  attempt: readonly LineInput[],
  failure: unknown,
): readonly LineInput[] | undefined {
  if (!(failure instanceof Refusal) || failure.status !== 400) return undefined;
  const refused = Object.keys(failure.errors).map((path) => {
    const index = /^items\[(\d+)\]\.(?:productId|bundleId|variationId)$/.exec(path)?.[1];
    return index === undefined ? undefined : attempt[Number(index)]?.id;
  });
  if (refused.length === 0) return undefined;
  const isOld = refused.every((id) => id !== undefined && before.some((line) => line.id === id));
  return isOld ? before.filter(({ id }) => !refused.includes(id)) : undefined;
}
