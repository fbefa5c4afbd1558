import { Refusal, randomGuid } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { type CheckoutAddress, openCheckout } from '../api/cart.ts';
import { fetchUpgrades } from '../api/inventory.ts';
import { fetchProduct } from '../api/storefront.ts';
import { goToCheckout } from '../cart/go-to-checkout.ts';
import { useSession } from '../identity/use-session.ts';
import { MessageState } from '../site/message-state.tsx';
import { SiteFrame } from '../site/site-frame.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import { useBuyTexts } from './buy-texts.ts';

const route = getRouteApi('/site/buy/$productId');

/** `/buy/{productId}`: puts what the link names into a cart of its own, and leads to the checkout. */
export function BuyPage() {
  const { productId } = route.useParams();
  const { variation, license } = route.useSearch();
  const { signedIn } = useSession();
  const [isNew, setNew] = useState(false);
  const texts = useBuyTexts();
  const isAskedFor = license !== undefined && signedIn === undefined && !isNew;
  return (
    <SiteFrame title={isAskedFor ? texts.signInTitle : texts.opening} width="narrow" purpose="sale">
      {isAskedFor ? (
        <OwnerQuestion
          onNew={() => {
            setNew(true);
          }}
        />
      ) : (
        <Opening
          wish={{ productId, variation, license: isNew ? undefined : license, customerId: signedIn?.id }}
        />
      )}
    </SiteFrame>
  );
}

/** Only its owner may change a license: anybody else can buy a new one. */
function OwnerQuestion({ onNew }: { readonly onNew: () => void }) {
  const texts = useBuyTexts();
  const { pathname, search } = window.location;
  return (
    <MessageState
      title={texts.signInTitle}
      text={texts.signInText}
      action={
        <>
          <Button
            renderRoot={(props) => <Link to="/sign-in" search={{ next: pathname + search }} {...props} />}
          >
            {texts.signIn}
          </Button>
          <Button variant="subtle" onClick={onNew}>
            {texts.buyNew}
          </Button>
        </>
      }
    />
  );
}

/** What a link wants to buy. */
interface Wish {
  readonly productId: string;
  readonly variation: string | undefined;
  readonly license: string | undefined;
  readonly customerId: string | undefined;
}

function Opening({ wish }: { readonly wish: Wish }) {
  const texts = useBuyTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['buy', wish],
    queryFn: () => cartFor(wish),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (data) goToCheckout(data, { replaces: true }).catch(() => undefined);
  }, [data]);
  if (data === null || (error instanceof Refusal && (error.status === 404 || error.status === 400)))
    return (
      <MessageState
        title={texts.goneTitle}
        text={texts.goneText}
        action={<ShopButton>{texts.toShop}</ShopButton>}
      />
    );
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  return <MessageState title={texts.opening} text="" />;
}

/**
 * A new cart with what the link names; null where nothing is sold. Refused with 404 for a product that is not in the
 * shop.
 */
async function cartFor({ productId, variation, license, customerId }: Wish): Promise<CheckoutAddress | null> {
  const line = { id: randomGuid(), type: 'Product' as const, quantity: 1 };
  if (license !== undefined && customerId !== undefined) {
    const upgrades = await upgradesOf(license);
    const upgrade =
      upgrades.find(({ variationId }) => variationId === variation) ??
      upgrades.find((each) => each.productId === productId);
    if (upgrade !== undefined) {
      const { variationId } = upgrade;
      const items = [{ ...line, productId: upgrade.productId, variationId, licenseId: license }];
      return openCheckout(randomGuid(), { items });
    }
  }
  const { variations = [], defaultVariation } = await fetchProduct(productId);
  const variationId = variations.find(({ id }) => id === variation)?.id ?? defaultVariation?.id;
  if (variationId === undefined) return null;
  return openCheckout(randomGuid(), { items: [{ ...line, productId, variationId }] });
}

/** A license of somebody else has no upgrades for this visitor: the link is a normal purchase. */
async function upgradesOf(licenseId: string) {
  try {
    return await fetchUpgrades(licenseId);
  } catch (failure) {
    if (failure instanceof Refusal && failure.status === 404) return [];
    throw failure;
  }
}
