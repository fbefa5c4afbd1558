import { changeProfile, type Profile } from '../api/profile.ts';
import { IdentityFormFrame } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { AddressFields } from '../address/address-fields.tsx';
import { useAddressTexts } from '../address/address-texts.ts';
import { addressOf, addressValues, checkAddress } from '../address/address-values.ts';
import { CancelButton } from './details-section.tsx';
import { useProfileUpdate } from './queries.ts';

interface AddressFormProps {
  readonly profile: Profile;
  readonly onClose: (isSaved: boolean) => void;
}

/** Changes the customer's address. */
export function AddressForm({ profile, onClose }: AddressFormProps) {
  const texts = useDetailsTexts();
  const fields = useAddressTexts();
  const { common } = useAccountTexts();
  const update = useProfileUpdate();
  const form = useIdentityForm({
    initialValues: addressValues(profile.address),
    check: (values) => checkAddress(values, fields),
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
      aside={<CancelButton onCancel={() => onClose(false)} />}
    >
      <AddressFields form={form.fields} isSending={form.isSending} />
    </IdentityFormFrame>
  );
}
