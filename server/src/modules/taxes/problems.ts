import { defineProblem } from '../../kernel/problem.ts';

/** The evidence of the buyer's country is contradictory and taxes depend on it, so the buyer has to confirm it. */
export const taxCountryUnclear = defineProblem({
  status: 409,
  errorType: 'TaxCountryUnclear',
  title: 'The buyer’s country must be confirmed',
  detail: 'Confirm the country of the billing address: taxes depend on it. Nothing was charged.',
});
