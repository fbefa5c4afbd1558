import { useQuery } from '@tanstack/react-query';
import { QrCode } from '../parts/qr-code.tsx';
import { itemName, useItems } from '../price-rules/use-items.ts';
import { mayDo, useSession } from '../session/session.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import classes from './print-page.module.css';
import { PRINT_TEXTS, type PrintLanguage } from './print-texts.ts';
import type { VoucherBatch } from './voucher-queries.ts';
import { useVoucherTexts } from './voucher-texts.ts';

interface VoucherCardsProps {
  readonly batch: VoucherBatch;
  readonly codes: readonly string[];
  readonly language: PrintLanguage;
}

/** A card for each code: what it grants, the code, and where it is redeemed. */
export function VoucherCards({ batch, codes, language }: VoucherCardsProps) {
  const texts = useVoucherTexts();
  const { account } = useSession();
  const address = useRedeemAddress();
  const words = PRINT_TEXTS[language];
  const contents = useContents(batch);
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: account.timeZone });
  return (
    <ul className={classes.cards} aria-label={texts.codes} lang={language}>
      {codes.map((code) => (
        <li key={code} className={classes.card}>
          <div className={classes.seller}>{account.name}</div>
          <div className={classes.contents}>{contents}</div>
          <div className={classes.code}>{code}</div>
          <div className={classes.how}>
            <div>
              <QrCode text={`${address}?${new URLSearchParams({ code })}`} label={words.qrLabel(code)} />
            </div>
            <div>
              {words.howTo} <span className={classes.address}>{address.replace(/^https?:\/\//, '')}</span>
              {batch.expiresAt === undefined ? null : (
                <div>{words.until(days.format(new Date(batch.expiresAt)))}</div>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What a code of the batch grants, by the names that buyers know. */
function useContents({ contents }: VoucherBatch): string {
  const items = useItems();
  return contents
    .map(({ type, id, quantity }) => {
      const name = itemName({ type, id }, items);
      return quantity === 1 ? name : `${quantity} × ${name}`;
    })
    .join(', ');
}

/** The page on which buyers redeem codes. Roles that do not read the settings are on a host of the shop, too. */
function useRedeemAddress(): string {
  const isEnabled = mayDo(useSession(), 'settings:read');
  const { data } = useQuery({ ...settingsQuery, enabled: isEnabled });
  return `${data?.url ?? location.origin}/redeem`;
}
