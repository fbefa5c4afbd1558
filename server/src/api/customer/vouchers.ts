import { Type } from '../../kernel/schema.ts';
import {
  MAX_TYPED_CODE_CHARACTERS,
  peekVoucher,
  redeemVoucher,
  voucherExpired,
  voucherNotRedeemable,
  voucherRedeemed,
} from '../../modules/vouchers/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { customerIdOf, signedIn } from '../guards/caller.ts';
import { VoucherAnswer, voucherAnswer } from '../wire/voucher.ts';

const TAGS = ['Vouchers'];
const CodeQuery = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: MAX_TYPED_CODE_CHARACTERS,
    description: 'Case, spaces and dashes are ignored.',
  }),
});

/** Voucher codes (customer API, Vouchers; wire contract section 5). */
export function registerVouchers(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/vouchers',
    config: { access: access.optionalCustomer(), limit: 'vouchersPerMinute' },
    schema: {
      operationId: 'peekVoucher',
      summary: 'Look up a voucher without redeeming it',
      description: 'Shows what the code grants, with products and bundles as in the storefront.',
      tags: TAGS,
      querystring: CodeQuery,
      response: { 200: VoucherAnswer, ...problems(voucherRedeemed, voucherExpired, voucherNotRedeemable) },
    },
    handler: async (request) => {
      const { context, query } = request;
      const customerId = customerIdOf(request);
      const voucher = await peekVoucher(context, { code: query.code, customerId });
      return voucherAnswer(context, voucher, customerId);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/customer/vouchers/redeem',
    config: { access: access.customer(), isIdempotent: true, limit: 'vouchersPerMinute' },
    schema: {
      operationId: 'redeemVoucher',
      summary: 'Redeem a voucher for the customer',
      description:
        'If the same customer redeems it again, the response is the same and nothing more is granted.',
      tags: TAGS,
      querystring: CodeQuery,
      response: { 200: VoucherAnswer, ...problems(voucherRedeemed, voucherExpired, voucherNotRedeemable) },
    },
    handler: async (request) => {
      const { context, query } = request;
      const { customer } = signedIn(request);
      const voucher = await redeemVoucher(context, customer, query);
      return voucherAnswer(context, voucher, customer.id);
    },
  });
}
