import { defineProblem } from '../../kernel/problem.ts';

/** The evidence of the buyer's country is contradictory, and taxes depend on it: the buyer has to confirm it. */
export const taxCountryUnclear = defineProblem({
  status: 409,
  errorType: 'TaxCountryUnclear',
  title: 'The country of the buyer has to be confirmed',
  detail: 'Confirm the country of the billing address: taxes depend on it. Nothing was charged.',
});
