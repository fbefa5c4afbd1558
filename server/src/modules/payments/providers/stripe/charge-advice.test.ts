import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOf, type Decline, failureOf } from './charge-advice.ts';

/** What Stripe says, as `code decline_code advice_code`, and what it means. */
const TABLE: readonly (readonly [words: string, advice: string])[] = [
  ['card_declined insufficient_funds try_again_later', 'TryAgain'],
  ['card_declined generic_decline -', 'TryAgain'],
  ['card_declined do_not_honor -', 'TryAgain'],
  ['card_declined issuer_not_available -', 'TryAgain'],
  ['card_declined processing_error -', 'TryAgain'],
  ['card_declined card_velocity_exceeded -', 'TryAgain'],
  ['card_declined call_issuer -', 'TryAgain'],
  ['- - -', 'TryAgain'],
  ['something_new something_newer advice_of_tomorrow', 'TryAgain'],
  // The network's advice decides where the code says little.
  ['card_declined do_not_honor do_not_try_again', 'NeverAgain'],
  ['card_declined insufficient_funds do_not_try_again', 'NeverAgain'],
  ['card_declined generic_decline confirm_card_data', 'BuyerNeeded'],
  // An exact code counts more than the advice.
  ['card_declined lost_card try_again_later', 'NeverAgain'],
  ['card_declined lost_card do_not_try_again', 'NeverAgain'],
  ['card_declined stolen_card -', 'NeverAgain'],
  ['card_declined pickup_card -', 'NeverAgain'],
  ['card_declined fraudulent -', 'NeverAgain'],
  ['card_declined invalid_account -', 'NeverAgain'],
  ['card_declined revocation_of_authorization -', 'NeverAgain'],
  ['card_declined revocation_of_all_authorizations -', 'NeverAgain'],
  ['card_declined stop_payment_order -', 'NeverAgain'],
  ['card_declined transaction_not_allowed -', 'NeverAgain'],
  ['debit_not_authorized - -', 'NeverAgain'],
  ['account_closed - -', 'NeverAgain'],
  ['resource_missing - -', 'NeverAgain'],
  ['payment_method_unexpected_state - -', 'NeverAgain'],
  ['authentication_required authentication_required -', 'BuyerNeeded'],
  ['card_declined authentication_required try_again_later', 'BuyerNeeded'],
  ['authentication_required - do_not_try_again', 'BuyerNeeded'],
  ['payment_intent_authentication_failure - -', 'BuyerNeeded'],
  ['expired_card expired_card confirm_card_data', 'BuyerNeeded'],
  ['card_declined expired_card -', 'BuyerNeeded'],
  ['incorrect_cvc incorrect_cvc -', 'BuyerNeeded'],
  ['invalid_expiry_year - -', 'BuyerNeeded'],
  ['payment_intent_mandate_invalid - -', 'BuyerNeeded'],
  ['card_declined new_account_information_available -', 'BuyerNeeded'],
];

function declineOf(words: string): Decline {
  const [code, declineCode, advice] = words.split(' ').map((text) => (text === '-' ? undefined : text));
  return {
    ...(code !== undefined && { code }),
    ...(declineCode !== undefined && { decline_code: declineCode }),
    ...(advice !== undefined && { advice_code: advice }),
  };
}

for (const [words, advice] of TABLE)
  test(`of a charge that failed with ${words}, the advice is ${advice}`, () => {
    assert.equal(adviceOf(declineOf(words)), advice);
    assert.match(failureOf(declineOf(words)).reason, /Nothing was charged\.$/);
  });

test('a buyer reads what they can do, and whoever has a stolen card does not read that the bank knows', () => {
  assert.match(failureOf(declineOf('card_declined expired_card -')).reason, /has expired/);
  assert.match(failureOf(declineOf('authentication_required - -')).reason, /needs your confirmation/);
  assert.doesNotMatch(failureOf(declineOf('card_declined stolen_card -')).reason, /stolen|lost/i);
});
