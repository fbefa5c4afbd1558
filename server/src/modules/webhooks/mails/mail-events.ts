import { Type } from '../../../kernel/schema.ts';
import { readContext, transaction } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ensureJob } from '../../../platform/jobs/enqueue-job.ts';
import type { System } from '../../../platform/system.ts';
import {
  type Account,
  type AccountSettings,
  type CommandTx,
  defineAccountJob,
  mailLanguage,
  type QueryContext,
  queueAccountMail,
} from '../../accounts/index.ts';
import { countEvents, type EventRow, lastSequence, listEvents } from '../../events/index.ts';
import { isType } from '../matches.ts';
import { chatText } from '../chat-text.ts';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';

type Notification = AccountSettings['notifications'][number];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Daily mails come at this hour, in UTC. */
const MORNING_MS = 6 * 60 * MINUTE_MS;
const MOST_LINES = 50;

/**
 * Lets the mails be sent that the settings of an account ask for about these events: within a minute, or the next
 * morning. What happens until then is in the same mail.
 */
export async function requestEventMails(
  { clock }: Pick<System, 'clock'>,
  tx: Tx,
  { id: accountId, settings }: Account,
  events: readonly EventRow[],
): Promise<void> {
  for (const { email, types, when } of settings.notifications) {
    const first = events.find(({ type }) => isType(type, types));
    if (first === undefined) continue;
    const now = clock.now().getTime();
    const morning = Math.ceil((now - MORNING_MS) / DAY_MS) * DAY_MS + MORNING_MS;
    await ensureJob({ clock }, tx, {
      id: `${eventMailJob.kind}/${accountId}/${when}/${email}`,
      accountId,
      kind: eventMailJob.kind,
      payload: { email, when, after: first.sequence - 1 },
      runAt: new Date(when === 'soon' ? now + MINUTE_MS : morning),
    });
  }
}

/** Mails what has happened to one address. */
export const eventMailJob = defineAccountJob(
  'events.mail',
  Type.Object({ email: Type.String(), when: Type.Enum(['soon', 'daily']), after: Type.Integer() }),
  async (ctx, { email, when, after }, job) => {
    const notification = ctx.account.settings.notifications.find(
      (one) => one.email === email && one.when === when,
    );
    const types = notification?.types ?? [];
    // Most is read before the transaction, which would hold up others while it reads the events of a day.
    const most = await summaryOf(readContext(ctx), types, after);
    await transaction(ctx, async (tx) => {
      // First: events that are added from now on ask for the next mail.
      await job.finish(tx);
      if (notification === undefined) return;
      await mailEvents(tx, notification, joined(most, await summaryOf(tx, types, most.upTo)));
    });
  },
);

interface Summary {
  readonly counts: ReadonlyMap<string, number>;
  /** The first of them, a line each. */
  readonly lines: readonly string[];
  /** The last event that was looked at. */
  readonly upTo: number;
}

/** The events of these types and groups behind a place. */
async function summaryOf(ctx: QueryContext, patterns: readonly string[], after: number): Promise<Summary> {
  const upTo = await lastSequence(ctx);
  const counts = [...(await countEvents(ctx, { after, upTo }))].filter(([type]) => isType(type, patterns));
  if (counts.length === 0) return { counts: new Map(), lines: [], upTo };
  const types = counts.map(([type]) => type);
  const first = await listEvents(ctx, { types, after, upTo, limit: MOST_LINES });
  return { counts: new Map(counts), lines: first.map(chatText), upTo };
}

function joined(one: Summary, later: Summary): Summary {
  const counts = new Map(one.counts);
  for (const [type, count] of later.counts) counts.set(type, (counts.get(type) ?? 0) + count);
  return { counts, lines: [...one.lines, ...later.lines].slice(0, MOST_LINES), upTo: later.upTo };
}

async function mailEvents(
  tx: CommandTx,
  { email, when }: Notification,
  { counts, lines }: Summary,
): Promise<void> {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return;
  const language = mailLanguage(tx);
  const texts = (language === 'de' ? de : en).events;
  const isShort = when === 'soon' && total === 1;
  await queueAccountMail(tx, {
    kind: 'events',
    limit: 'None',
    recipient: email,
    language,
    subject: isShort ? (lines[0] ?? '') : texts.subject(total),
    heading: texts.heading,
    paragraphs: [
      ...(isShort ? [] : [[...counts].map(([type, count]) => `${count} × ${type}`).join(', ')]),
      ...lines,
      ...(total > lines.length ? [texts.more(total - lines.length)] : []),
    ],
    notes: [texts.note],
  });
}
