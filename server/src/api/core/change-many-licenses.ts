import { refuseIssues } from '../../kernel/problem.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { changeManyLicenses, type ManyLicensesChange } from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';

const MOST = 100;

const ManyInput = Type.Object(
  {
    ids: Type.Array(Type.String({ pattern: GUID_PATTERN, errorMessage: 'must be a GUID' }), {
      minItems: 1,
      maxItems: MOST,
      description: 'The licenses, such as a page of the list.',
    }),
    action: Type.Enum(['Extend', 'Transfer', 'Revoke'], {
      description:
        '`Extend`: they end at `expiresAt`, if they end earlier; perpetual ones stay. `Transfer`: to the customer with `email`; their devices are released.',
    }),
    expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'Required to extend.' })),
    email: Type.Optional(Type.String({ maxLength: 320, description: 'Required to transfer.' })),
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
      summary: 'Extend, transfer or revoke several licenses',
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

function changeIn({ action, expiresAt, email, reason }: Static<typeof ManyInput>): ManyLicensesChange {
  const [owner, why] = [email?.trim() ?? '', reason?.trim() ?? ''];
  refuseIssues({
    expiresAt: action === 'Extend' && expiresAt === undefined ? ['is required to extend licenses'] : [],
    email: action === 'Transfer' && owner === '' ? ['is required to transfer licenses'] : [],
    reason: action === 'Extend' && why === '' ? ['is required to extend licenses'] : [],
  });
  if (action === 'Extend') return { action, expiresAt: new Date(expiresAt ?? ''), reason: why };
  return action === 'Transfer' ? { action, email: owner } : { action };
}
