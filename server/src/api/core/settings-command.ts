import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, CommandTx } from '../../modules/accounts/index.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision } from '../guards/revision.ts';
import { settingsAnswer } from '../wire/settings.ts';

/** Runs a command of the account at the revision of `If-Match`, and answers its settings. */
export async function settingsCommand(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx, options: { readonly expectedRevision: number | undefined }) => Promise<Account>,
): Promise<Record<string, unknown>> {
  const options = { expectedRevision: expectedRevision(request) };
  return revisedCommand(
    request,
    reply,
    (tx) => run(tx, options),
    (account, tx) => settingsAnswer(tx, account),
  );
}
