import { refuseIssues } from '../../kernel/problem.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { changeManyLicenses, type ManyLicensesChange } from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { reasonIn } from '../wire/reason.ts';

const MOST = 100;

const ManyInput = Type.Object(
  {
    ids: Type.Array(Type.String({ pattern: GUID_PATTERN, errorMessage: 'must be a GUID' }), {
      minItems: 1,
      maxItems: MOST,
      description: 'The licenses, such as a page of the list.',
    }),
    action: Type.Enum(['Extend', 'Transfer', 'Revoke', 'Restore', 'Reissue'], {
      description:
        '`Extend`: they end at `expiresAt`, if they end earlier; perpetual ones stay. `Transfer`: to the customer with `email`; their devices are released. `Restore`: those that are revoked work again, with the devices that had a seat. ' +
        '`Reissue`: those with a key code get a new one, each time; devices stay activated unless `releaseDevices` is set.',
    }),
    expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'Required to extend.' })),
    email: Type.Optional(Type.String({ maxLength: 320, description: 'Required to transfer.' })),
    releaseDevices: Type.Optional(
      Type.Boolean({
        description: 'With `Reissue`: releases all devices, too. Default: they stay activated.',
      }),
    ),
    reason: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Required to extend; kept in the audit log.' }),
    ),
  },
  { title: 'ManyLicensesChange', additionalProperties: false },
);

const Outcomes = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          outcome: Type.Enum(['Changed', 'Unchanged', 'Refused']),
          detail: Type.Optional(Type.String({ description: 'Why it was refused.' })),
        },
        { title: 'LicenseOutcome' },
      ),
    ),
  },
  { title: 'LicenseOutcomes' },
);

/** Several licenses at once, for support desks. */
export function registerChangeManyLicenses(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/licenses/change-many',
    config: { access: access.vendor('licenses:write') },
    schema: {
      operationId: 'changeManyLicenses',
      summary: 'Extend, transfer, revoke, restore or reissue several licenses',
      description:
        'Each as if it were the only one: a license that cannot be changed is in the response, and the others are changed. For all licenses of a filter, list them, and send a page at a time.',
      tags: ['Licenses'],
      body: ManyInput,
      response: { 200: Outcomes, ...problems() },
    },
    handler: async (request) => {
      const { body } = request;
      const change = changeIn(body);
      const ids = body.ids.map((id) => id.toLowerCase());
      return command(
        request,
        (tx) => changeManyLicenses(tx, ids, change),
        (outcomes) => ({ items: [...outcomes] }),
      );
    },
  });
}

function changeIn(body: Static<typeof ManyInput>): ManyLicensesChange {
  const { action, expiresAt, email, releaseDevices } = body;
  const [owner, reason] = [email?.trim() ?? '', reasonIn(body)];
  refuseIssues({
    expiresAt: action === 'Extend' && expiresAt === undefined ? ['is required to extend licenses'] : [],
    email: action === 'Transfer' && owner === '' ? ['is required to transfer licenses'] : [],
    reason: action === 'Extend' && reason === undefined ? ['is required to extend licenses'] : [],
  });
  switch (action) {
    case 'Extend':
      return { action, expiresAt: new Date(expiresAt ?? ''), reason: reason ?? '' };
    case 'Transfer':
      return { action, email: owner, reason };
    case 'Reissue':
      return { action, releaseDevices, reason };
    case 'Revoke':
    case 'Restore':
      return { action, reason };
  }
}
