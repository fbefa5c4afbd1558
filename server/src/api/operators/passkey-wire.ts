import { Type } from '../../kernel/schema.ts';

/** Bytes as browsers write them: in base64url. */
function bytes(maxLength: number, description?: string) {
  return Type.String({
    pattern: '^[\\w-]+$',
    maxLength,
    errorMessage: 'must be what the browser has returned, in base64url',
    ...(description !== undefined && { description }),
  });
}

const ClientData = bytes(6_000, 'What the browser says that was signed, and where.');

const Descriptors = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      type: Type.Literal('public-key'),
      transports: Type.Optional(Type.Array(Type.String())),
    },
    { title: 'OperatorPasskeyDescriptor' },
  ),
);
const Challenge = Type.String({ description: 'Good for one signature, within five minutes.' });
const Timeout = Type.Integer({ description: 'In milliseconds.' });

/** `PublicKeyCredentialCreationOptionsJSON` of Web Authentication, as far as we use it. */
export const CreationOptions = Type.Object(
  {
    rp: Type.Object({ id: Type.String(), name: Type.String() }, { title: 'OperatorPasskeyParty' }),
    user: Type.Object(
      { id: Type.String(), name: Type.String(), displayName: Type.String() },
      { title: 'OperatorPasskeyUser' },
    ),
    challenge: Challenge,
    pubKeyCredParams: Type.Array(
      Type.Object(
        { alg: Type.Integer(), type: Type.Literal('public-key') },
        { title: 'OperatorPasskeyAlgorithm' },
      ),
    ),
    timeout: Timeout,
    excludeCredentials: Descriptors,
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.Literal('required'),
        requireResidentKey: Type.Literal(true),
        userVerification: Type.Literal('required'),
      },
      { title: 'OperatorPasskeySelection' },
    ),
  },
  {
    title: 'OperatorPasskeyCreation',
    description: 'What `PublicKeyCredential.parseCreationOptionsFromJSON` takes.',
  },
);

/** `PublicKeyCredentialRequestOptionsJSON` of Web Authentication, as far as we use it. */
export const RequestOptions = Type.Object(
  {
    challenge: Challenge,
    rpId: Type.String(),
    timeout: Timeout,
    allowCredentials: Type.Optional(Descriptors),
    userVerification: Type.Literal('required'),
  },
  {
    title: 'OperatorPasskeyRequest',
    description: 'What `PublicKeyCredential.parseRequestOptionsFromJSON` takes.',
  },
);

/** A new passkey as the browser returns it. Browsers add members that we do not read. */
const PasskeyCredential = Type.Object(
  {
    id: bytes(2_000),
    rawId: bytes(2_000),
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        attestationObject: bytes(30_000),
        transports: Type.Optional(
          Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), {
            maxItems: 10,
            description: 'How browsers reach the authenticator.',
          }),
        ),
      },
      { title: 'OperatorPasskeyAttestation' },
    ),
  },
  {
    title: 'OperatorPasskeyCredential',
    description: '`toJSON()` of the credential that the browser returns.',
  },
);

export const PasskeyName = Type.String({
  maxLength: 1_000,
  description: 'By which its owner recognizes it.',
});

/** A passkey to keep. */
export const NewOperatorPasskey = Type.Object(
  { name: PasskeyName, credential: PasskeyCredential },
  { title: 'NewOperatorPasskey', additionalProperties: false },
);

/** A signature as the browser returns it. Browsers add members that we do not read. */
export const SignatureOfPasskey = Type.Object(
  {
    id: bytes(2_000),
    rawId: bytes(2_000),
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        authenticatorData: bytes(6_000),
        signature: bytes(6_000),
        userHandle: Type.Optional(bytes(100)),
      },
      { title: 'OperatorPasskeyAssertion' },
    ),
  },
  {
    title: 'OperatorPasskeySignature',
    description: '`toJSON()` of the credential that the browser returns.',
  },
);
