import type { FastifyRequest } from 'fastify';
import type { QueryContext } from '../../modules/accounts/index.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import { namesOfActors } from '../wire/actor.ts';
import { hasScope } from './caller.ts';

const NOBODY: ReadonlyMap<string, string> = new Map();

/** The names of whoever caused these events, by id, for a caller who may read the audit log; nobody's for others. */
export async function namesFor(
  caller: FastifyRequest['caller'],
  ctx: QueryContext,
  events: readonly EventRow[],
): Promise<ReadonlyMap<string, string>> {
  return hasScope(caller, 'audit:read') ? namesOfActors(ctx, events) : NOBODY;
}
