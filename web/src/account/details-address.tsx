import { Text } from '@mantine/core';
import { lazy, Suspense, use, useState } from 'react';
import type { Profile } from '../api/profile.ts';
import { countryName } from '../address/countries.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { addressLines } from '../address/address-values.ts';
import { DetailsSection, OpenButton, OpenForm, Outcome } from './details-section.tsx';
import { Loading } from './loading.tsx';

const AddressForm = lazy(() =>
  import('./details-address-form.tsx').then((module) => ({ default: module.AddressForm })),
);

/** The customer's address, and the form to change it. */
export function AddressSection({ profile }: { readonly profile: Profile }) {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  const [state, setState] = useState<'Shown' | 'Open' | 'Saved'>('Shown');
  const { address } = profile;
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
          {address === undefined ? <Text>{texts.noAddress}</Text> : <AddressText address={address} />}
          <OpenButton
            onOpen={() => {
              setState('Open');
            }}
          >
            {address === undefined ? texts.addAddress : texts.changeAddress}
          </OpenButton>
        </>
      )}
      <Outcome>{state === 'Saved' ? common.saved : ''}</Outcome>
    </DetailsSection>
  );
}

function AddressText({ address }: { readonly address: NonNullable<Profile['address']> }) {
  const { locale } = use(LanguageOfPage);
  return (
    <address style={{ fontStyle: 'normal' }}>
      {[...addressLines(address), countryName(address.countryCode, locale)].map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}
