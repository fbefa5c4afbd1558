import { defineProblem } from '../../kernel/problem.ts';

/** 409: the account has a product with this id; `instance` is the id. */
export const productExists = defineProblem({
  status: 409,
  errorType: 'ProductExists',
  title: 'There is a product with this id already',
});

/** 409: the account has a variation with this id; `instance` is the id. */
export const variationExists = defineProblem({
  status: 409,
  errorType: 'VariationExists',
  title: 'There is a variation with this id already',
});
