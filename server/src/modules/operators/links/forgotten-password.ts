import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob, mailLanguage, mayMail } from '../../accounts/index.ts';
import { emailKey } from '../../customers/index.ts';
import { recordOperatorEvent } from '../events.ts';
import { findOperatorRowByEmail, lockOperatorRow } from '../store/operators.ts';
import { mailLink } from './mail-link.ts';
import { makeLink } from './operator-link.ts';

/**
 * Records that somebody wants a new password for an email. A background job later finds out whether an operator has it:
 * the response and the work are the same for every email. Nothing changes until the link of the mail is used: the password
 * that works goes on working.
 */
export async function requestForgottenPassword(ctx: Context, email: string): Promise<void> {
  if (!(await mayMail(ctx, 'operator-forgotten', emailKey(email)))) return;
  const language = mailLanguage(ctx);
  await transaction(ctx, (tx) => forgottenPasswordJob.enqueue(tx, { email, language }));
}

/**
 * Mails a link for a new password to the operator with the email, if there is one who has a password. Who signs in with a
 * passkey or at the provider alone gets none: the mailbox would open what both protect. An owner resets them.
 */
export const forgottenPasswordJob = defineAccountJob(
  'operators.forgotten-password',
  Type.Object({ email: Type.String(), language: Type.Enum(['en', 'de']) }),
  (ctx: Context, { email, language }, job) =>
    transaction(ctx, async (tx) => {
      const owner = await findOperatorRowByEmail(tx, tx.account.id, emailKey(email));
      // Two of these jobs wait for each other: an operator has one link.
      const row = owner && (await lockOperatorRow(tx, tx.account.id, owner.id));
      // Whoever was invited or reset has a link that works for a week.
      if (row !== undefined && row.passwordHash !== null && row.removedAt === null) {
        const link = await makeLink(tx, { purpose: 'Reset', operatorId: row.id });
        await mailLink(tx, row, { ...link, text: 'Forgotten', language });
        const subjects = { operator: row.id };
        recordOperatorEvent(tx, { type: 'operator.password-forgotten', subjects, data: {} });
      }
      await job.finish(tx);
    }),
);
