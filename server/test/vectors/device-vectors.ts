import { createHash } from 'node:crypto';
import { EXPECTED } from './vector-claims.ts';

/** Everything in `docs/vectors/devices.json`. */
export function deviceVectors() {
  const machine = '4c4c4544-0042-3510-8051-c7c04f4a3633';
  const facts = [
    { machine },
    { machine: ` ${machine.toUpperCase()}\r\n` },
    { disk: 'S4EVNX0M801234', machine },
    { installation: '0195fd2c-6c00-4000-8000-000000000005' },
    { owner: 'ÅSA Ünlü' },
  ];
  const signatures = facts.map((each) => {
    const text = fingerprintText(each);
    return { accountId: EXPECTED.accountId, facts: each, text, signature: digestOf(text) };
  });
  const other = { accountId: 'other', facts: { machine }, text: fingerprintText({ machine }, 'other') };
  const device = { signature: digestOf(fingerprintText({ machine })), name: 'Zoë’s studio 🎹' };
  return {
    signatures: [...signatures, { ...other, signature: digestOf(other.text) }],
    refused: [{}, { machine: '' }, { machine: ' \n' }, { machine: 'a\nb' }, { 'a=b': 'c' }, { Machine: 'a' }],
    files: [{ device, productId: EXPECTED.productId, text: fileOf(device) }],
  };
}

/** As described in the guide, implemented independently of the SDK. */
function fingerprintText(
  facts: Readonly<Record<string, string>>,
  accountId: string = EXPECTED.accountId,
): string {
  const lines = Object.entries(facts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${asciiLower(value.trim())}`);
  return ['latchkey-device-v1', accountId, ...lines].join('\n');
}

function asciiLower(text: string): string {
  return Array.from(text, (character) => (character <= '\u007F' ? character.toLowerCase() : character)).join(
    '',
  );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function fileOf({ signature, name }: { readonly signature: string; readonly name: string }): string {
  const json = JSON.stringify({ id: signature, name, productId: EXPECTED.productId, format: 'JWT' });
  return Buffer.from(json)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')
    .trimEnd()
    .concat('\n');
}
