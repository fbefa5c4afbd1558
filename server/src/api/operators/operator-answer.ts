import { type Static, Type } from '../../kernel/schema.ts';
import { type Operator, ROLES } from '../../modules/operators/index.ts';
import { Moment } from '../wire/moment.ts';

export const OPERATOR_TAGS = ['Operators'];

export const RoleName = Type.Enum([...ROLES], {
  title: 'OperatorRole',
  description: 'What the operator may do: a set of scopes.',
});

export const OperatorName = Type.String({
  description: 'How colleagues and the audit log name the operator.',
});

export const NewPassword = Type.String({
  maxLength: 1_000,
  description: '8 to 128 characters: lower case, upper case, digits and a symbol.',
});

export const OneTimeCode = Type.Optional(
  Type.String({
    maxLength: 100,
    description:
      'What the authenticator app of the operator shows, or a recovery code; needed by whoever has switched codes on. Each ' +
      'works once.',
  }),
);

/** An operator in the wire form. */
export const OperatorAnswer = Type.Object(
  {
    id: Type.String(),
    name: OperatorName,
    email: Type.String(),
    role: RoleName,
    status: Type.Enum(['Invited', 'Active', 'Removed'], {
      title: 'OperatorStatus',
      description:
        '`Invited` until the operator has chosen a password or a passkey, or has come from the provider.',
    }),
    hasCodes: Type.Boolean({ description: 'Signing in needs a one-time code, beside the password.' }),
    createdAt: Moment,
    lastSignedInAt: Type.Optional(Moment),
  },
  { title: 'Operator' },
);

/** The wire form of an operator. */
export function operatorAnswer(operator: Operator): Static<typeof OperatorAnswer> {
  const { id, name, email, role, status, hasCodes, createdAt, lastSignedInAt } = operator;
  return {
    id,
    name,
    email,
    role,
    status,
    hasCodes,
    createdAt: createdAt.toISOString(),
    ...(lastSignedInAt !== null && { lastSignedInAt: lastSignedInAt.toISOString() }),
  };
}
