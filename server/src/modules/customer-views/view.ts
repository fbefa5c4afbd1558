import { allowsScope, type Context, findApiKey, isInForce } from '../accounts/index.ts';
import { findOperatorOfSession } from '../operators/index.ts';
import type { CustomerViewRow } from './tables.ts';

/** Who looks at a customer's account: somebody in the dashboard, or a program with a key. */
export type Viewer =
  | { readonly kind: 'Operator'; readonly id: string; readonly sessionId: string }
  | { readonly kind: 'ApiKey'; readonly id: string };

/** A look at a customer's account, which changes nothing. */
export interface CustomerView {
  readonly id: string;
  readonly viewer: Viewer;
  /** How colleagues name the viewer. */
  readonly viewerName: string;
  readonly expiresAt: Date;
}

/**
 * The view of a row, as long as its viewer may look: `undefined` once the operator was removed or signed out, or the key
 * has ended, and when either has lost the scope.
 */
export async function viewOf(ctx: Context, row: CustomerViewRow): Promise<CustomerView | undefined> {
  const { id, viewerKind, viewerId, sessionId, expiresAt } = row;
  if (viewerKind === 'Operator') {
    if (sessionId === null) return undefined;
    const operator = await findOperatorOfSession(ctx, { operatorId: viewerId, sessionId });
    if (operator === undefined || !allowsScope(operator.scopes, 'customers:view')) return undefined;
    const viewer = { kind: 'Operator', id: viewerId, sessionId } as const;
    return { id, viewer, viewerName: operator.name, expiresAt };
  }
  const key = await findApiKey(ctx, viewerId);
  if (!isInForce(key, ctx.clock.now()) || !allowsScope(key.scopes, 'customers:view')) return undefined;
  return { id, viewer: { kind: 'ApiKey', id: viewerId }, viewerName: key.name, expiresAt };
}
