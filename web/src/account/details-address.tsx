import { Button, Text } from '@mantine/core';
import { use, useState } from 'react';
import { changeProfile, type Profile } from '../api/profile.ts';
import { countryName } from '../checkout/countries.ts';
import { IdentityFormFrame } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from '../texts/account-texts.ts';
import { LanguageOfPage } from '../texts/language.ts';
import { AddressFields } from './address-form.tsx';
import { ADDRESS_FIELDS, addressLines, addressOf, addressValues, checkAddress } from './address-values.ts';
import { DetailsSection, OpenButton, OpenForm, Outcome } from './details-section.tsx';
import { useProfileUpdate } from './use-profile-update.ts';

/** The customer's address, and the form to change it. */
export function AddressSection({ profile }: { readonly profile: Profile }) {
  const { details: texts, common } = useAccountTexts();
  const [state, setState] = useState<'Shown' | 'Open' | 'Saved'>('Shown');
  const { address } = profile;
  return (
    <DetailsSection title={texts.address} text={texts.addressText}>
      {state === 'Open' ? (
        <OpenForm>
          <AddressForm
            profile={profile}
            onClose={(isSaved) => {
              setState(isSaved ? 'Saved' : 'Shown');
            }}
          />
        </OpenForm>
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

interface AddressFormProps {
  readonly profile: Profile;
  readonly onClose: (isSaved: boolean) => void;
}

function AddressForm({ profile, onClose }: AddressFormProps) {
  const { details: texts, common } = useAccountTexts();
  const update = useProfileUpdate();
  const form = useIdentityForm({
    names: ADDRESS_FIELDS,
    initialValues: addressValues(profile.address),
    check: (values) => checkAddress(values, texts.fields),
    send: (values) => changeProfile({ address: addressOf(values) }),
    onDone: (changed) => {
      update(changed);
      onClose(true);
    },
  });
  return (
    <IdentityFormFrame
      form={form}
      name={texts.address}
      submitLabel={common.save}
      sendingText={common.saving}
      isPart
      aside={
        <Button
          variant="subtle"
          onClick={() => {
            onClose(false);
          }}
        >
          {common.cancel}
        </Button>
      }
    >
      <AddressFields fields={form.fields} isSending={form.isSending} />
    </IdentityFormFrame>
  );
}
