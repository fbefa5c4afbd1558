import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Section } from '../parts/section.tsx';
import { productsQuery } from '../products/product-queries.ts';
import { standingOf } from '../products/product-state.tsx';
import type { Look } from './look.ts';
import classes from './look-preview.module.css';
import type { AccountSettings } from '../settings/settings-queries.ts';
import { useSettingsTexts } from '../settings/settings-texts.ts';

interface LookPreviewProps {
  readonly settings: AccountSettings;
  readonly look: Look;
}

const PAGES = ['shop', 'checkout', 'mail'] as const;
/** A mail is loaded again when nobody has typed for so long. */
const PAUSE_MS = 400;

/** The shop, the checkout and a mail with a look that is not saved. */
export function LookPreview({ settings, look }: LookPreviewProps) {
  const texts = useSettingsTexts();
  const [page, setPage] = useState<(typeof PAGES)[number]>('shop');
  // Each opening makes a cart: it stays once it is open.
  const [hasCheckout, setHasCheckout] = useState(false);
  const isHere = URL.parse(settings.url)?.origin === window.location.origin;
  return (
    <Section title={texts.preview}>
      <Text size="sm" c="dimmed" mb="sm">
        {isHere ? texts.previewText : texts.previewElsewhere(`${settings.url}/dashboard/settings/look`)}
      </Text>
      {isHere ? (
        <>
          <fieldset className={classes.choices} aria-label={texts.previewChoice}>
            {PAGES.map((each) => (
              <Button
                key={each}
                size="compact-sm"
                variant={each === page ? 'filled' : 'default'}
                aria-pressed={each === page}
                onClick={() => {
                  setPage(each);
                  if (each === 'checkout') setHasCheckout(true);
                }}
              >
                {texts.previewPages[each]}
              </Button>
            ))}
          </fieldset>
          {page === 'shop' ? (
            <PageFrame title={texts.previewPages.shop} address="/shop?preview=look" look={look} />
          ) : null}
          {hasCheckout ? (
            <div hidden={page !== 'checkout'}>
              <CheckoutFrame settings={settings} look={look} />
            </div>
          ) : null}
          {page === 'mail' ? <MailFrame look={look} /> : null}
        </>
      ) : null}
    </Section>
  );
}

interface PageFrameProps {
  readonly title: string;
  readonly address: string;
  readonly look: Look;
}

/** A page of the web app, which asks for the look when it is ready, and takes each that follows. */
function PageFrame({ title, address, look }: PageFrameProps) {
  const texts = useSettingsTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { origin } = window.location;
    const send = () => {
      frame.current?.contentWindow?.postMessage({ source: 'latchkey-dashboard', look }, origin);
    };
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && isRequest(data)) send();
    };
    send();
    window.addEventListener('message', receive);
    return () => {
      window.removeEventListener('message', receive);
    };
  }, [look]);
  // It is a page of ours, which runs and has the origin of this one: a sandbox would not hold it.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} title={texts.previewOf(title)} src={address} className={classes.frame} />;
}

function isRequest(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'event' in data && data.event === 'preview';
}

/** The checkout of the newest product that is on sale. */
function CheckoutFrame({ settings, look }: LookPreviewProps) {
  const texts = useSettingsTexts();
  const { data, isPending, error, refetch } = useInfiniteQuery(productsQuery({}));
  const product = data?.pages.flatMap(({ items }) => items).find((each) => standingOf(each) === 'onSale');
  if (isPending) return <Text size="sm">{texts.previewLoading}</Text>;
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (product === undefined || settings.buyPageUrl !== undefined)
    return <Text size="sm">{product === undefined ? texts.previewNothing : texts.previewOwnPage}</Text>;
  return (
    <PageFrame
      title={texts.previewPages.checkout}
      address={`/buy/${encodeURIComponent(product.id)}?preview=look`}
      look={look}
    />
  );
}

function MailFrame({ look: { name, logoUrl, accentColor } }: { readonly look: Look }) {
  const texts = useSettingsTexts();
  const query = new URLSearchParams({
    name,
    ...(logoUrl !== undefined && { logoUrl }),
    ...(accentColor !== undefined && { accentColor }),
  });
  const [address] = useDebouncedValue(`/api/operator/test-mail?${query.toString()}`, PAUSE_MS);
  // A new frame for each address: one that goes on to the next would fill the history of the browser.
  return (
    <iframe
      key={address}
      title={texts.previewOf(texts.previewPages.mail)}
      src={address}
      sandbox=""
      tabIndex={-1}
      className={`${classes.frame} ${classes.still}`}
    />
  );
}
