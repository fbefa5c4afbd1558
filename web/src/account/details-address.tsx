import { Text } from '@mantine/core';
import { lazy, Suspense, use, useState } from 'react';
import type { Profile } from '../api/profile.ts';
import { countryName } from '../address/country.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { addressLines } from '../address/address-values.ts';
import { DetailsSection, OpenButton, OpenForm, Outcome } from './details-section.tsx';
import { Loading } from './loading.tsx';

const AddressForm = lazy(() =>
  import('./details-address-form.tsx').then((module) => ({ default: module.AddressForm })),
);

/** The customer's billing details, and the form to change them. */
export function AddressSection({ profile }: { readonly profile: Profile }) {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  const [state, setState] = useState<'Shown' | 'Open' | 'Saved'>('Shown');
  const { locale } = use(LanguageOfPage);
  const { address, businessName, taxId, phone } = profile;
  const lines = [
    businessName,
    taxId,
    ...(address === undefined ? [] : [...addressLines(address), countryName(address.countryCode, locale)]),
    phone,
  ].flatMap((line) => line ?? []);
  return (
    <DetailsSection title={texts.address} text={texts.addressText}>
      {state === 'Open' ? (
        <Suspense fallback={<Loading heights={[320]} />}>
          <OpenForm>
            <AddressForm
              profile={profile}
              onClose={(isSaved) => {
                setState(isSaved ? 'Saved' : 'Shown');
              }}
            />
          </OpenForm>
        </Suspense>
      ) : (
        <>
          {lines.length === 0 ? <Text>{texts.noAddress}</Text> : <BillingText lines={lines} />}
          <OpenButton
            onOpen={() => {
              setState('Open');
            }}
          >
            {lines.length === 0 ? texts.addAddress : texts.changeAddress}
          </OpenButton>
        </>
      )}
      <Outcome>{state === 'Saved' ? common.saved : ''}</Outcome>
    </DetailsSection>
  );
}

function BillingText({ lines }: { readonly lines: readonly string[] }) {
  return (
    <address style={{ fontStyle: 'normal' }}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}
