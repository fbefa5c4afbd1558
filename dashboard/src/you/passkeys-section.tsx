import type { components } from '@latchkey/sdk';
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { ownPasskeysQuery } from '../session/own-passkeys-query.ts';
import { hasPasskeySupport, makePasskey } from '../session/passkey.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useYouTexts } from './you-texts.ts';

type Passkey = components['schemas']['OperatorPasskey'];

/** What signs the reader in without a password: add one, remove one. */
export function PasskeysSection() {
  const you = useYouTexts();
  const [isAdding, setIsAdding] = useState(false);
  const [passkey, setPasskey] = useState<Passkey>();
  return (
    <Section
      title={you.passkeys}
      aside={
        hasPasskeySupport() ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setIsAdding(true);
            }}
          >
            {you.addPasskey}
          </Button>
        ) : null
      }
    >
      <ShortList query={useQuery(ownPasskeysQuery)} empty={you.noPasskeys}>
        {(each) => (
          <li key={each.id} className={classes.row}>
            <span className={classes.text}>
              {each.name}
              {each.domain === undefined ? null : (
                <Text size="sm" c="dimmed">
                  {each.domain === window.location.hostname
                    ? you.passkeyAt(each.domain)
                    : you.passkeyElsewhere(each.domain)}
                </Text>
              )}
            </span>
            <span>
              {each.lastUsedAt === undefined ? you.passkeyAdded : you.passkeyUsed}{' '}
              <Moment at={each.lastUsedAt ?? each.createdAt} />
            </span>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={you.removePasskeyOf(each.name)}
              onClick={() => {
                setPasskey(each);
              }}
            >
              {you.removePasskey}
            </Button>
          </li>
        )}
      </ShortList>
      {isAdding ? (
        <AddDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
      {passkey === undefined ? null : (
        <RemoveDialog
          passkey={passkey}
          onClose={() => {
            setPasskey(undefined);
          }}
        />
      )}
    </Section>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const you = useYouTexts();
  const { passkey: texts } = useTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ name: '' });
  const send = async ({ name }: typeof form.values) => {
    // Before the device makes something that nobody keeps.
    if (name.trim() === '') {
      showErrors(form, { name: you.passkeyNameMissing });
      return;
    }
    const creation = await answer(api.POST('/api/operator/passkeys/options'));
    const credential = await makePasskey(creation, texts);
    await answer(api.POST('/api/operator/passkeys', { body: { name, credential } }));
    await queryClient.invalidateQueries(ownPasskeysQuery);
    onClose();
  };
  return (
    <Dialog title={you.addPasskey} onClose={onClose}>
      <DataForm form={form} fields={['name']} submitLabel={you.addPasskey} send={send} onCancel={onClose}>
        <Text size="sm">{you.addPasskeyText}</Text>
        <TextInput
          label={you.passkeyName}
          description={you.passkeyNameText}
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
      </DataForm>
    </Dialog>
  );
}

function RemoveDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const you = useYouTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const send = async () => {
    const path = { passkeyId: passkey.id };
    await done(api.DELETE('/api/operator/passkeys/{passkeyId}', { params: { path } }));
    await queryClient.invalidateQueries(ownPasskeysQuery);
    onClose();
  };
  return (
    <Dialog title={you.removePasskeyOf(passkey.name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={you.removePasskey}
        send={send}
        onCancel={onClose}
        isDangerous
      >
        <Text size="sm">{you.removePasskeyText}</Text>
      </DataForm>
    </Dialog>
  );
}
