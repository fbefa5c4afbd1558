import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assert as holds, asyncProperty, integer, string } from 'fast-check';
import { anyText } from '../../../../test/any-text.ts';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { validateLicenseToken } from '../index.ts';
import { examples } from '../../../../test/length.ts';

let scenario: LicensingScenario;
let token: string;
before(async () => {
  scenario = await licensingScenario();
  await scenario.product({ id: 'app' });
  const customer = await scenario.customer();
  await scenario.license(customer, 'app');
  token = await scenario.token(customer, 'app', 'device');
});
after(() => scenario.close());

const INVALID = { status: 400, errorType: 'InvalidLicenseToken' };

function validate(presented: string): Promise<string> {
  return validateLicenseToken(scenario.ctx, { productId: 'app', token: presented });
}

test('a token in which any one character was changed is permanently refused', async () => {
  const changed = Array.from(token, (character, index) => {
    const other = character === 'A' ? 'B' : 'A';
    return token.slice(0, index) + other + token.slice(index + 1);
  });
  const outcomes = await Promise.allSettled(changed.map((presented) => validate(presented)));
  for (const [index, outcome] of outcomes.entries()) {
    assert.equal(outcome.status, 'rejected', `character ${index}`);
    if (outcome.status === 'rejected') assert.equal(outcome.reason.errorType, 'InvalidLicenseToken');
  }
  await validate(token);
});

test('a token with a character too many or too few is permanently refused', async () => {
  await holds(
    asyncProperty(
      integer({ min: 0, max: token.length - 1 }),
      string({ minLength: 1, maxLength: 3 }),
      async (at, more) => {
        await assert.rejects(validate(token.slice(0, at) + token.slice(at + 1)), INVALID);
        await assert.rejects(validate(token.slice(0, at) + more + token.slice(at)), INVALID);
      },
    ),
    examples(200),
  );
});

test('any other text is permanently refused', async () => {
  await holds(
    asyncProperty(anyText(200), async (text) => {
      await assert.rejects(validate(text), INVALID);
      await assert.rejects(validate(text.split('').join('.')), INVALID);
    }),
  );
});
