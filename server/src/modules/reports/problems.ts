import { defineProblem } from '../../kernel/problem.ts';

/** 409: nobody can tell sales at home from those to other member states. */
export const sellerCountryMissing = defineProblem({
  status: 409,
  errorType: 'SellerCountryMissing',
  title: 'The country of the seller is missing',
  detail:
    'Set seller.country first: sales in your own country are not part of the one-stop-shop return, and without it nobody can tell which these are.',
});
