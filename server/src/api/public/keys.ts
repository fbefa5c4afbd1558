import { Type } from '../../kernel/schema.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { publicLicenseKeys } from '../../modules/signing-keys/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems, textAnswer } from '../../platform/http/route/responses.ts';

const PublicJwk = Type.Object(
  {
    kty: Type.String(),
    kid: Type.String({ description: 'RFC 7638 thumbprint; tokens carry it in their header.' }),
    alg: Type.String(),
    use: Type.Literal('sig'),
    n: Type.Optional(Type.String()),
    e: Type.Optional(Type.String()),
    crv: Type.Optional(Type.String()),
    x: Type.Optional(Type.String()),
    y: Type.Optional(Type.String()),
  },
  { title: 'PublicJwk', description: 'A public key as in RFC 7517.' },
);

const PemQuery = Type.Object({
  format: Type.Optional(
    Type.Union([Type.Literal('spki'), Type.Literal('pkcs1')], {
      description: 'SPKI ("BEGIN PUBLIC KEY") or PKCS#1 ("BEGIN RSA PUBLIC KEY").',
      errorMessage: 'must be one of spki, pkcs1',
    }),
  ),
});

const PEM_MEDIA_TYPE = 'application/x-pem-file';
/** Long enough to be useful, short enough for a new key to arrive before old tokens are renewed. */
const CACHE_CONTROL = 'public, max-age=300';

/** The public license keys of the account (extended API, section A; wire contract section 5). */
export function registerKeys(app: App): void {
  app.route({
    method: 'GET',
    url: '/.well-known/jwks.json',
    config: { access: access.public() },
    schema: {
      operationId: 'getLicenseKeys',
      summary: 'Every public license key, as JWKS',
      description: 'The signing key comes first; retired keys stay, so that older tokens verify.',
      tags: ['Public'],
      response: { 200: Type.Object({ keys: Type.Array(PublicJwk) }), ...problems() },
    },
    handler: async ({ context }, reply) => {
      const keys = await publicLicenseKeys(context);
      reply.header('cache-control', CACHE_CONTROL);
      return { keys: keys.map(({ jwk }) => jwk) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/public/license-key.pem',
    config: { access: access.public() },
    schema: {
      operationId: 'getLicenseKeyPem',
      summary: 'The public key of new license tokens, as PEM',
      description:
        'For applications that verify license tokens offline. Previous signing keys are in `/.well-known/jwks.json`.',
      tags: ['Public'],
      querystring: PemQuery,
      response: { 200: textAnswer('The public key.', Type.String(), PEM_MEDIA_TYPE), ...problems() },
    },
    handler: async ({ context, query }, reply) => {
      const [active] = await publicLicenseKeys(context);
      const pem = query.format === 'pkcs1' ? active?.pkcs1Pem : active?.spkiPem;
      if (pem === undefined)
        throw invalidInput({ errors: { format: ['must be spki: this key is not RSA'] } });
      return reply.header('cache-control', CACHE_CONTROL).type(PEM_MEDIA_TYPE).send(pem);
    },
  });
}
