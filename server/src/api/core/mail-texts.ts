import type { FastifyRequest } from 'fastify';
import { refuseIssues } from '../../kernel/problem.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  findMailText,
  listMailTexts,
  type MailText,
  type MailTextPlace,
  MOST_CHARACTERS,
  placeholdersOf,
  previewMailText,
  resetMailText,
  sendMailTest,
  setMailText,
} from '../../modules/mail-texts/index.ts';
import { MAIL_HEADERS } from '../../platform/http/pages/page-policy.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { command } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { strict } from '../wire/catalog.ts';
import { Moment } from '../wire/moment.ts';

const URL = '/api/mail-texts';
const TAGS = ['Settings'];

const Language = Type.Enum(['en', 'de'], { description: 'The language of the mail.' });

const Path = Type.Object({
  mail: Type.String({ maxLength: 100, description: 'The id of the mail, such as `receipt`.' }),
  language: Language,
});

const PARTS = {
  subject: Type.String({ maxLength: MOST_CHARACTERS.subject, description: 'One line.' }),
  heading: Type.String({
    maxLength: MOST_CHARACTERS.heading,
    description: 'One line, large, above the text.',
  }),
  text: Type.String({
    maxLength: MOST_CHARACTERS.text,
    description:
      'Plain text; an empty line begins a paragraph. It comes first, above what the server composes.',
  }),
};

const Words = Type.Object(
  {
    subject: Type.Optional(PARTS.subject),
    heading: Type.Optional(PARTS.heading),
    text: Type.Optional(PARTS.text),
  },
  {
    ...strict,
    title: 'MailWords',
    description:
      'A part that is absent is the standard one. Placeholders such as `{{shop}}` stand for values of the mail.',
  },
);

const PartName = Type.Enum(['subject', 'heading', 'text']);

const Answer = Type.Object(
  {
    mail: Path.properties.mail,
    group: Type.Enum(['Purchases', 'Subscriptions', 'Account', 'Newsletter']),
    language: Language,
    ...PARTS,
    standard: Type.Object(
      { subject: Type.String(), heading: Type.String(), text: Type.String({ description: 'May be empty.' }) },
      { title: 'MailStandardWords', description: 'The words of Latchkey, with their placeholders.' },
    ),
    changed: Type.Array(PartName, { description: 'The parts that are yours.' }),
    placeholders: Type.Array(Type.String(), { description: 'What may stand between `{{` and `}}`.' }),
    issues: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'By part: why your words do not fit any more, so that the standard mail is sent.',
      }),
    ),
    updatedAt: Type.Optional(Moment),
  },
  { title: 'MailText' },
);

/** The vendor's own texts of mails (the vendor's dashboard, account). */
export function registerMailTexts(app: App): void {
  registerReads(app);
  registerChanges(app);
  registerPreviews(app);
  registerTest(app);
}

function registerReads(app: App): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'listMailTexts',
      summary: 'The subject, heading and text of every mail that you may word, in each language',
      description: 'Mails to customers, without notices that protect an account, such as of a new password.',
      tags: TAGS,
      response: {
        200: Type.Object({ items: Type.Array(Answer) }, { title: 'MailTexts' }),
        ...problems(),
      },
    },
    handler: async ({ context }) => ({ items: listMailTexts(context).map(answerOf) }),
  });
  app.route({
    method: 'GET',
    url: `${URL}/:mail/:language`,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'getMailText',
      summary: 'The subject, heading and text of a mail in a language',
      tags: TAGS,
      params: Path,
      response: { 200: Answer, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const text = findMailText(context, placeOf(params));
      tagRevision(reply, text);
      return answerOf(text);
    },
  });
}

function registerChanges(app: App): void {
  app.route({
    method: 'PUT',
    url: `${URL}/:mail/:language`,
    config: { access: access.vendor('settings:write') },
    schema: {
      operationId: 'setMailText',
      summary: 'Replace the subject, the heading or the text of a mail in a language',
      description:
        'For all mails from then on. What the mail has to say, such as items, amounts, days, links and buttons, stays: your text comes above it. A placeholder that the mail does not have is refused.',
      tags: TAGS,
      params: Path,
      headers: RevisionHeaders,
      body: Words,
      response: { 200: Answer, ...problems(staleRevision) },
    },
    handler: (request, reply) => {
      const revision = expectedRevision(request);
      const place = placeOf(request.params);
      return revisedCommand(request, reply, (tx) => setMailText(tx, place, request.body, revision), answerOf);
    },
  });
  app.route({
    method: 'DELETE',
    url: `${URL}/:mail/:language`,
    config: { access: access.vendor('settings:write') },
    schema: {
      operationId: 'resetMailText',
      summary: 'Go back to the standard text of a mail in a language',
      tags: TAGS,
      params: Path,
      headers: RevisionHeaders,
      response: { 200: Answer, ...problems(staleRevision) },
    },
    handler: (request, reply) => {
      const revision = expectedRevision(request);
      const place = placeOf(request.params);
      return revisedCommand(request, reply, (tx) => resetMailText(tx, place, revision), answerOf);
    },
  });
}

const Preview = Type.Object(
  {
    subject: Type.String(),
    html: Type.String({ description: 'The whole mail as a page.' }),
    text: Type.String({ description: 'The whole mail for readers without HTML.' }),
  },
  { title: 'MailPreview' },
);

function registerPreviews(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:mail/:language/preview`,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'previewMailText',
      summary: 'A mail as it would be with these words',
      description: 'With a customer, an order and amounts that do not exist. Nothing is saved or sent.',
      tags: TAGS,
      params: Path,
      body: Words,
      response: { 200: Preview, ...problems() },
    },
    handler: async ({ context, params, body }) => previewMailText(context, placeOf(params), body),
  });
  app.route({
    method: 'GET',
    url: `${URL}/:mail/:language/preview`,
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'showMailPreview',
      summary: 'The same as a page, for a frame of the dashboard',
      tags: TAGS,
      params: Path,
      querystring: Type.Object(Words.properties),
      response: {
        200: textAnswer('The mail.', Type.Unsafe<unknown>({ type: 'string' }), 'text/html'),
        ...problems(),
      },
    },
    handler: async ({ context, params, query }, reply) => {
      const { html } = previewMailText(context, placeOf(params), query);
      // A link would open a window, which the frame does not allow: it must not take the place of the mail.
      const page = html.replace('<head>', '<head>\n<base target="_blank">');
      return reply.headers(MAIL_HEADERS).type('text/html; charset=utf-8').send(page);
    },
  });
}

function registerTest(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:mail/:language/test`,
    config: {
      access: access.vendor('settings:write'),
      limit: 'passwordResetPerMinute',
      isCountedAlone: true,
    },
    schema: {
      operationId: 'sendMailTest',
      summary: 'Mail yourself what a mail would be with these words',
      description:
        'With a customer, an order and amounts that do not exist; the subject begins with “Test”. It goes to the operator who is signed in, and with an API key to `seller.email`.',
      tags: TAGS,
      params: Path,
      body: Words,
      response: {
        200: Type.Object({ recipient: Type.String() }, { title: 'MailTest' }),
        ...problems(),
      },
    },
    handler: (request) => {
      const recipient = recipientOf(request);
      const test = { input: request.body, recipient };
      return command(
        request,
        (tx) => sendMailTest(tx, placeOf(request.params), test),
        () => ({ recipient }),
      );
    },
  });
}

function recipientOf({ caller, account }: FastifyRequest): string {
  const { email = '' } = caller.kind === 'Operator' ? caller.operator : account.settings.seller;
  refuseIssues({ 'seller.email': email === '' ? ['must be set first: a test goes there'] : [] });
  return email;
}

function placeOf({ mail, language }: Static<typeof Path>): MailTextPlace {
  return { mailId: mail, language };
}

function answerOf({ mailId, template, language, standard, own, issues }: MailText): Static<typeof Answer> {
  const words = own?.words ?? {};
  return {
    mail: mailId,
    group: template.group,
    language,
    ...standard,
    ...words,
    standard,
    changed: PARTS_IN_ORDER.filter((part) => words[part] !== undefined),
    placeholders: placeholdersOf(template),
    ...(Object.keys(issues).length > 0 && {
      issues: Object.fromEntries(Object.entries(issues).map(([part, all]) => [part, [...all]])),
    }),
    ...(own !== undefined && { updatedAt: own.updatedAt }),
  };
}

const PARTS_IN_ORDER = ['subject', 'heading', 'text'] as const;
