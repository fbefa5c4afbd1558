import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Voucher, VoucherContent } from '../../modules/vouchers/index.ts';
import { BundleBody, ProductBody } from './product.ts';
import { storefrontItems } from './storefront-items.ts';

/** A voucher (customer API, Voucher; wire contract section 5). */
export const VoucherAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    code: Type.String(),
    redeemed: Type.Boolean(),
    redeemsProducts: Type.Array(
      Type.Object({ quantity: Type.Integer({ description: 'Licenses granted.' }), value: ProductBody }),
    ),
    redeemsBundles: Type.Array(
      Type.Object({
        quantity: Type.Integer({ description: 'Licenses granted of each product.' }),
        value: BundleBody,
      }),
    ),
  },
  { title: 'Voucher' },
);

/** The wire form of a voucher, with its products and bundles in the storefront's form for this customer. */
export async function voucherAnswer(
  ctx: Context,
  voucher: Voucher,
  customerId: string | undefined,
): Promise<Static<typeof VoucherAnswer>> {
  const idsOf = (type: VoucherContent['type']) =>
    voucher.contents.filter((content) => content.type === type).map(({ id }) => id);
  const items = await storefrontItems(
    ctx,
    { products: idsOf('Product'), bundles: idsOf('Bundle') },
    customerId,
  );
  const { id, name, description, code, isRedeemed } = voucher;
  return {
    id,
    name,
    description,
    code,
    redeemed: isRedeemed,
    redeemsProducts: withValues(voucher.contents, 'Product', items.product),
    redeemsBundles: withValues(voucher.contents, 'Bundle', items.bundle),
  };
}

function withValues<Value>(
  contents: readonly VoucherContent[],
  type: VoucherContent['type'],
  valueOf: (id: string) => Value | undefined,
): { quantity: number; value: Value }[] {
  return contents
    .filter((content) => content.type === type)
    .flatMap(({ id, quantity }) => {
      const value = valueOf(id);
      return value === undefined ? [] : [{ quantity, value }];
    });
}
