import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusal } from '../../../ui/test/refusal.ts';
import { redeemEn } from './redeem-en.ts';
import { sharedEn } from '@latchkey/ui/texts/shared-en.ts';
import { voucherNotice } from './voucher-notice.ts';

const noticeOf = (failure: Error, isSignedIn: boolean) =>
  voucherNotice(failure, redeemEn, sharedEn.failure, isSignedIn);

it('a redeemed code is somebody else’s only for who is signed in; anybody else may have redeemed it', () => {
  const failure = refusal(403, { errorType: 'VoucherRedeemed', title: 'Redeemed' });
  assert.match(noticeOf(failure, true).text, /^Someone else/);
  assert.match(noticeOf(failure, false).text, /^If you redeemed it, sign in/);
  const expired = refusal(409, { errorType: 'VoucherExpired', title: 'Expired' });
  assert.deepEqual(noticeOf(expired, false), noticeOf(expired, true));
});
