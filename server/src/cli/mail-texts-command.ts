import { type Static, Type } from '../kernel/schema.ts';
import { findAccount, terminalContext } from '../modules/accounts/index.ts';
import { MOST_CHARACTERS, resetMailText, setMailText } from '../modules/mail-texts/index.ts';
import { transaction } from '../platform/context/context.ts';
import { readAs } from '../platform/schema-check.ts';
import { printJson } from './output.ts';
import { accountOrDefault, withSystem } from './with-system.ts';

/** The options of the command. */
export interface MailTextsOptions {
  readonly account?: string;
  /** The texts to change, as JSON. */
  readonly set?: string;
}

/** Prints the vendor's own texts of mails, after it has changed some of them: all or none. */
export async function mailTextsCommand(options: MailTextsOptions): Promise<void> {
  const changes = options.set === undefined ? {} : changesIn(options.set);
  await withSystem(async (system) => {
    const account = await accountOrDefault(system, options.account);
    const ctx = terminalContext(system, account);
    await transaction(ctx, async (tx) => {
      for (const [mailId, ofMail] of Object.entries(changes)) {
        for (const language of ['en', 'de'] as const) {
          const words = ofMail[language];
          if (words === null) await resetMailText(tx, { mailId, language });
          else if (words !== undefined) await setMailText(tx, { mailId, language }, words);
        }
      }
    });
    const { mailTexts } = (await findAccount(system, account.id)) ?? account;
    printJson(mailTexts);
  });
}

const Words = Type.Object(
  {
    subject: Type.Optional(Type.String({ maxLength: MOST_CHARACTERS.subject })),
    heading: Type.Optional(Type.String({ maxLength: MOST_CHARACTERS.heading })),
    text: Type.Optional(Type.String({ maxLength: MOST_CHARACTERS.text })),
  },
  { additionalProperties: false },
);
const Change = Type.Optional(Type.Union([Words, Type.Null()]));
const Changes = Type.Record(
  Type.String(),
  Type.Object({ en: Change, de: Change }, { additionalProperties: false }),
);

/** The texts as typed. */
function changesIn(text: string): Static<typeof Changes> {
  const changes = readAs(Changes, parsed(text));
  if (changes !== undefined) return changes;
  throw new Error(
    `--set takes a JSON object such as '{"receipt": {"en": {"subject": "Thank you"}}}', with a subject and a heading of at most ${MOST_CHARACTERS.subject} characters and a text of at most ${MOST_CHARACTERS.text}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
