import { Moment, momentOf } from '../../kernel/moment.ts';
import { type Static, type TObject, Type } from '../../kernel/schema.ts';
import type { OwnerReference } from '../customers/index.ts';
import { MAX_CONTENT_QUANTITY, MAX_CONTENTS } from './create-batch.ts';
import { MAX_TYPED_CODE_CHARACTERS } from './domain/code.ts';
import type { VoucherImport } from './import-vouchers.ts';

/** The content of a code, in the form of the request. */
export const VoucherContentInput = Type.Object(
  {
    type: Type.Enum(['Product', 'Bundle']),
    id: Type.String({ maxLength: 100 }),
    quantity: Type.Integer({
      minimum: 1,
      maximum: MAX_CONTENT_QUANTITY,
      description: 'Licenses of the product, or of each product of the bundle.',
    }),
    variationId: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The variation whose `releaseAccess` the licenses get. Absent: they cover every version.',
      }),
    ),
  },
  { title: 'VoucherContent', additionalProperties: false },
);

/** The fields of a voucher to import, except the customer who redeemed it. */
export const voucherImportFields = {
  code: Type.String({
    maxLength: MAX_TYPED_CODE_CHARACTERS,
    description: '8 to 64 letters and digits; case, spaces and dashes do not count.',
  }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of its batch.' })),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  contents: Type.Array(VoucherContentInput, { minItems: 1, maxItems: MAX_CONTENTS }),
  expiresAt: Type.Optional(Moment),
  redeemedAt: Type.Optional(Moment),
};

/** A voucher to import, as sent. */
type VoucherImportLine = Static<TObject<typeof voucherImportFields>>;

/** The voucher of a request body, with its moments parsed. */
export function voucherImportOf(body: VoucherImportLine & OwnerReference): VoucherImport {
  return { ...body, expiresAt: momentOf(body.expiresAt), redeemedAt: momentOf(body.redeemedAt) };
}
