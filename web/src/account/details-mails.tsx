import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { changeProfile, type MailPreferences, type Profile } from '../api/profile.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { DetailsSection, Outcome } from './details-section.tsx';
import { useProfileUpdate } from './queries.ts';

/** The customer's mail preferences; a choice takes effect immediately, and is reverted if it cannot be saved. */
export function MailSection({ profile }: { readonly profile: Profile }) {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  const { failure } = useTexts();
  const update = useProfileUpdate();
  const choice = useMutation({
    mutationFn: (communicationPreferences: Partial<MailPreferences>) =>
      changeProfile({ communicationPreferences }),
    onSuccess: update,
    // Two quick choices are saved one after the other, so that the later response includes both.
    scope: { id: 'mail-preferences' },
  });
  const { communicationPreferences: saved } = profile;
  const view = choice.isPending ? { ...saved, ...choice.variables } : saved;
  const box = (name: keyof MailPreferences, label: string, description: string) => (
    <CheckField
      label={label}
      description={description}
      checked={view[name]}
      onChange={({ currentTarget: { checked } }) => {
        choice.mutate({ [name]: checked });
      }}
    />
  );
  return (
    <DetailsSection title={texts.mails}>
      <Stack gap="sm">
        {box('newsletterOptIn', texts.newsletter, texts.newsletterText)}
        {box('productUpdatesOptIn', texts.updates, texts.updatesText)}
      </Stack>
      {choice.error === null ? null : <ErrorLine>{failureMessage(choice.error, failure).text}</ErrorLine>}
      <Text size="sm" c="dimmed">
        {texts.mailsAlways}
      </Text>
      <Outcome>{choice.isSuccess ? common.saved : ''}</Outcome>
    </DetailsSection>
  );
}
