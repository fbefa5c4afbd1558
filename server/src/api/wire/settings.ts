import { type TSchema, Type } from '../../kernel/schema.ts';
import {
  type Account,
  AccountSettingsSchema,
  accountUrl,
  type Context,
  fieldsOfGroup,
  logoAddress,
} from '../../modules/accounts/index.ts';

const SETTINGS: Readonly<Record<string, TSchema>> = AccountSettingsSchema.properties;
/** Whoever changes the logo uploads it. */
const { logoFile: _logoFile, ...CHANGEABLE } = SETTINGS;
/** How a store is closed. */
export const StoreMode = Type.Union([Type.Literal('Closed'), Type.Literal('Released')], {
  errorMessage: 'must be one of Closed, Released',
  description: 'How the store is closed; absent while it is open.',
});

const IDENTITY = {
  id: Type.String({ description: 'The id of the account, which never changes: tokens contain it.' }),
  name: Type.String({ description: "The vendor's name, as customers see it." }),
  isDefault: Type.Boolean({ description: 'Whether hosts that belong to no account lead to this one.' }),
  domains: Type.Array(Type.String(), {
    description: 'Custom domains that lead to the account; links use the first.',
  }),
  url: Type.String({ description: 'The base URL of links to the account.' }),
  logo: Type.Optional(
    Type.String({ description: 'The address of the logo: the one that was uploaded, else `logoUrl`.' }),
  ),
  closure: Type.Optional(StoreMode),
};

/** The settings of an account with every default filled in; settings without a value are absent. */
export const SettingsAnswer = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'AccountSettings',
  required: [
    ...Object.keys(IDENTITY).filter((name) => name !== 'closure' && name !== 'logo'),
    'defaultCurrency',
    ...namesWithDefault(),
  ],
  properties: { ...IDENTITY, ...SETTINGS },
});

/** Some settings: null resets one, or one of a group, to its default. */
export const SettingsPatch = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  title: 'AccountSettingsChanges',
  additionalProperties: false,
  properties: { name: IDENTITY.name, ...mapped(CHANGEABLE, changeOf) },
});

/** The wire form of the settings of an account. */
export function settingsAnswer(ctx: Pick<Context, 'config'>, account: Account): Record<string, unknown> {
  const { id, name, isDefault, domains, closure, settings } = account;
  const url = accountUrl(ctx.config, account);
  const logo = logoAddress(ctx.config, account);
  return {
    id,
    name,
    isDefault,
    domains: [...domains],
    url,
    ...(logo !== undefined && { logo }),
    ...(closure !== null && { closure }),
    ...settings,
  };
}

function namesWithDefault(): string[] {
  return Object.keys(SETTINGS).filter((name) => 'default' in Object(SETTINGS[name]));
}

/** A setting in a change: without its default, which a request must not get, but which its description names. */
function changeOf(schema: TSchema): TSchema {
  const { default: standard, description = '', ...rest }: DescribedSchema = schema;
  const fields = fieldsOfGroup(schema);
  if (fields !== undefined)
    return orNull({ ...rest, properties: mapped(fields, changeOf), required: [] }, description);
  const note = standard === undefined ? '' : ` Default ${JSON.stringify(standard)}.`;
  return orNull(rest, `${description}${note}`);
}

interface DescribedSchema extends TSchema {
  readonly default?: unknown;
  readonly description?: string;
}

function orNull(schema: TSchema, description: string): TSchema {
  return { anyOf: [schema, { type: 'null' }], description };
}

function mapped(
  schemas: Readonly<Record<string, TSchema>>,
  change: (schema: TSchema) => TSchema,
): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
}
