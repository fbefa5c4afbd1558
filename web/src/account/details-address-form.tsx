import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { changeProfile, type Profile } from '../api/profile.ts';
import { IdentityFormFrame } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { useAddressTexts } from '../address/address-texts.ts';
import { billingOf, checkBilling, wrongTaxId } from '../address/address-rules.ts';
import { billingValues } from '../address/address-values.ts';
import { BillingFields } from '../address/billing-fields.tsx';
import { countryName } from '../address/country.ts';
import { CancelButton } from './details-section.tsx';
import { useProfileUpdate } from './queries.ts';

interface AddressFormProps {
  readonly profile: Profile;
  readonly onClose: (isSaved: boolean) => void;
}

/** Changes the customer's billing details. */
export function AddressForm({ profile, onClose }: AddressFormProps) {
  const texts = useDetailsTexts();
  const fields = useAddressTexts();
  const { common } = useAccountTexts();
  const { locale } = use(LanguageOfPage);
  const update = useProfileUpdate();
  const form = useIdentityForm({
    initialValues: billingValues(profile),
    check: (values) => checkBilling(values, fields),
    send: (values) => changeProfile(billingOf(values)),
    besideOf: (failure, values) => wrongTaxId(failure, countryName(values.countryCode, locale), fields),
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
      aside={<CancelButton onCancel={() => onClose(false)} />}
    >
      <BillingFields form={form.fields} isSending={form.isSending} hasPhone />
    </IdentityFormFrame>
  );
}
