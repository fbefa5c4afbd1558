import { GUID_PATTERN, normaliseGuid } from '../../kernel/ids.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import {
  askedRecently,
  mergeCustomers,
  type MergeOutcome,
  mergeRefused,
  previewMerge,
} from '../../modules/customer-merge/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { requireScope } from '../guards/caller.ts';
import { command } from '../guards/idempotency.ts';
import { CustomerAnswer } from '../wire/customer.ts';
import { CustomerPath, singleAnswer } from './customer-answer.ts';

const GUID = { pattern: GUID_PATTERN, errorMessage: 'must be the id of a customer' };

const MergeInputBody = Type.Object(
  {
    from: Type.String({ ...GUID, description: 'The id of the customer who is merged into the other.' }),
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Why you know that both are one person. It is kept in the audit log.',
    }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Show what would move, and change nothing. Default: false.' }),
    ),
  },
  { title: 'CustomerMerge', additionalProperties: false },
);

const MergeAnswer = Type.Object(
  {
    state: Type.Union([Type.Literal('Merged'), Type.Literal('Asked')], {
      description:
        '`Asked`: nothing has moved. The customer `from` has a password or has proven their email, and was mailed a link with which they ' +
        'agree or decline. With `dryRun`, what it would be.',
    }),
    consentUntil: Type.Optional(
      Type.String({ format: 'date-time', description: 'Until when the link works. Only with `Asked`.' }),
    ),
    customer: CustomerAnswer,
    moved: Type.Optional(
      Type.Object(
        {
          orders: Type.Integer(),
          licenses: Type.Integer(),
          subscriptions: Type.Integer(),
          trials: Type.Integer(),
          vouchers: Type.Integer(),
        },
        {
          title: 'MovedThings',
          description:
            'How many of each are now those of the customer who stays. Absent while the other one is asked; a `dryRun` has it.',
        },
      ),
    ),
  },
  { title: 'MergedCustomer' },
);

/** Two customers who are one person (the vendor's dashboard, customers). */
export function registerCustomerMerge(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customers/:idOrEmail/merge',
    config: { access: access.vendor('customers:write', 'customers:email'), isSensitive: true },
    schema: {
      operationId: 'mergeCustomers',
      summary: 'Merge a customer into another, for good',
      description:
        'Orders, licenses with their devices, subscriptions, trials and redeemed vouchers become those of the customer who ' +
        'stays, who also gets the details, custom properties and external id that they lack. The other one remains as a ' +
        'deleted customer with `mergedInto` and the email, until the other is deleted: they cannot sign in, their carts and ' +
        'all other personal data are removed, and their address is free. Their devices go on: the next renewal of a license token names the customer who stays. Whoever has ' +
        'the address of an account can have its purchases this way, so the scope `customers:email` is needed, too. Nobody ' +
        'takes an account from its owner: one who has proven their email or has a password is asked by mail first, and nothing moves until ' +
        'they agree, for seven days, or until you take it back (`DELETE /api/customers/{idOrEmail}/merge/{fromId}`); ' +
        'they are mailed once an hour at most. Anybody else is told by mail. 409 ' +
        '`MergeRefused` while a change of one of the emails can be undone, while purchases wait until the other has proven ' +
        'their email, and when the customer who stays has not proven theirs and the other has.',
      tags: ['Customers'],
      params: CustomerPath,
      body: MergeInputBody,
      response: { 200: MergeAnswer, ...problems(mergeRefused, askedRecently) },
    },
    handler: async (request) => {
      const { context, params, body, caller } = request;
      requireScope(caller, 'customers:email');
      const reason = body.reason.trim();
      // An address may soon be somebody else's.
      const intoId = normaliseGuid(params.idOrEmail) ?? '';
      refuseIssues({
        reason: reason === '' ? ['must not be blank'] : [],
        idOrEmail: intoId === '' ? ['must be the id of the customer who stays'] : [],
      });
      const input = { intoId, fromId: body.from.toLowerCase(), reason };
      if (body.dryRun === true)
        return previewMerge(context, input, async (tx, { state, customer, moved }) => ({
          state,
          customer: await singleAnswer(tx, customer),
          moved,
        }));
      return command(
        request,
        async (tx) => present(tx, await mergeCustomers(tx, input)),
        (answer) => answer,
      );
    },
  });
}

async function present(tx: CommandTx, outcome: MergeOutcome) {
  const { state } = outcome;
  const customer = await singleAnswer(tx, outcome.customer);
  return state === 'Asked'
    ? { state, customer, consentUntil: outcome.consentUntil.toISOString() }
    : { state, customer, moved: outcome.moved };
}
