import { refuseIssues } from '../../kernel/problem.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { Type } from '../../kernel/schema.ts';
import { messageHolders, sendTestMessage } from '../../modules/sent-mails/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { requireScope } from '../guards/caller.ts';
import { command } from '../guards/idempotency.ts';

const MOST = 100;
const MAX_SUBJECT = 150;
const MAX_TEXT = 10_000;

const Guid = { pattern: GUID_PATTERN, errorMessage: 'must be a GUID' };

const MessageInput = Type.Object(
  {
    ids: Type.Array(Type.String(Guid), {
      minItems: 1,
      maxItems: MOST,
      description: 'The licenses, such as a page of the list.',
    }),
    messageId: Type.String({
      ...Guid,
      description:
        'Your choice; the same for all pages of a message: whoever has licenses on several gets one mail.',
    }),
    subject: Type.String({ minLength: 1, maxLength: MAX_SUBJECT }),
    text: Type.String({
      minLength: 1,
      maxLength: MAX_TEXT,
      description: 'Plain text; an empty line begins a paragraph.',
    }),
    isTest: Type.Optional(
      Type.Boolean({
        description: 'Sends it to the operator alone who is signed in, not to the holders.',
      }),
    ),
  },
  { title: 'LicenseMessage', additionalProperties: false },
);

const Outcomes = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          outcome: Type.Enum(['Sent', 'SentBefore', 'Refused'], {
            description: '`SentBefore`: its holder has got this message already.',
          }),
          detail: Type.Optional(Type.String({ description: 'Why it was refused.' })),
        },
        { title: 'LicenseMessageOutcome' },
      ),
      { description: 'Of each license; none of a test.' },
    ),
  },
  { title: 'LicenseMessageOutcomes' },
);

/** A message to the holders of several licenses, for support desks. */
export function registerMessageHolders(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/message',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'messageLicenseHolders',
      summary: 'Mail a message to the holders of licenses',
      description:
        'For messages about their licenses, such as a change of the service: it does not check consent to advertising. Each customer gets one mail, only at an address that they have proven, and five messages a day at most. The scope `customers:write` is needed, too. For all licenses of a filter, list them, and send a page at a time.',
      tags: ['Licenses'],
      body: MessageInput,
      response: { 200: Outcomes, ...problems() },
    },
    handler: async (request) => {
      const { body, caller } = request;
      requireScope(caller, 'customers:write');
      const message = { subject: body.subject.trim(), text: body.text.trim() };
      const operator = caller.kind === 'Operator' ? caller.operator : undefined;
      const isTest = body.isTest === true;
      refuseIssues({
        subject: message.subject === '' ? ['must not be blank'] : [],
        text: message.text === '' ? ['must not be blank'] : [],
        isTest: isTest && operator === undefined ? ['needs somebody who is signed in to the dashboard'] : [],
      });
      const [messageId, licenseIds] = [body.messageId.toLowerCase(), body.ids.map((id) => id.toLowerCase())];
      return command(
        request,
        async (tx) => {
          if (!isTest || operator === undefined)
            return messageHolders(tx, { ...message, messageId, licenseIds });
          await sendTestMessage(tx, message, operator.email);
          return [];
        },
        (outcomes) => ({ items: [...outcomes] }),
      );
    },
  });
}
