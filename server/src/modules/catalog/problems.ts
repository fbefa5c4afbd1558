import { defineProblem } from '../../kernel/problem.ts';

/** 409: the account has a product with this id; `instance` is the id. */
export const productExists = defineProblem({
  status: 409,
  errorType: 'ProductExists',
  title: 'A product with this id already exists',
  detail: 'Another product of the account has this id. Choose another id, or change the existing product.',
});

/** 409: the account has a bundle with this id; `instance` is the id. */
export const bundleExists = defineProblem({
  status: 409,
  errorType: 'BundleExists',
  title: 'A bundle with this id already exists',
  detail: 'Another bundle of the account has this id. Choose another id, or change the existing bundle.',
});

/** 409: the account has a variation with this id; `instance` is the id. */
export const variationExists = defineProblem({
  status: 409,
  errorType: 'VariationExists',
  title: 'A variation with this id already exists',
  detail:
    'Another variation of the account has this id. Choose another id, or change the existing variation.',
});

/** 409: the account has a discount with this id; `instance` is the id. */
export const discountExists = defineProblem({
  status: 409,
  errorType: 'DiscountExists',
  title: 'A discount with this id already exists',
  detail: 'Another discount of the account has this id. Choose another id, or change the existing discount.',
});

/** 409: the account has an offer with this id; `instance` is the id. */
export const offerExists = defineProblem({
  status: 409,
  errorType: 'OfferExists',
  title: 'An offer with this id already exists',
  detail: 'Another offer of the account has this id. Choose another id, or change the existing offer.',
});

/** 409: the account has a promotion with this id; `instance` is the id. */
export const promotionExists = defineProblem({
  status: 409,
  errorType: 'PromotionExists',
  title: 'A promotion with this id already exists',
  detail:
    'Another promotion of the account has this id. Choose another id, or change the existing promotion.',
});

/**
 * 409: bundles that are for sale contain the product; `detail` names them. Archiving it by force takes them off sale.
 */
export const productInBundles = defineProblem({
  status: 409,
  errorType: 'ProductInBundles',
  title: 'The product is part of bundles',
  detail:
    'This product is part of bundles. Remove it from them or archive them first, or archive it with force.',
});

/** 409: the product or bundle has ten images. */
export const tooManyImages = defineProblem({
  status: 409,
  errorType: 'TooManyImages',
  title: 'There are already ten images',
  detail: 'A product or bundle has at most ten images. Remove one first.',
});

/** 409: the product or bundle has ten sounds and films. */
export const tooManyMedia = defineProblem({
  status: 409,
  errorType: 'TooManyMedia',
  title: 'There are already ten sounds and films',
  detail: 'A product or bundle has at most ten sounds and films. Remove one first.',
});
