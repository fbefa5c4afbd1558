import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, done, sendFile } from '../api/client.ts';
import { UploadPlace } from '../form/upload-place.tsx';
import { useUploads } from '../form/use-uploads.ts';
import { Section } from '../parts/section.tsx';
import type { AccountSettings } from '../settings/settings-queries.ts';
import { useSettingsTexts } from '../settings/settings-texts.ts';
import classes from './logo-section.module.css';

const ACCEPT = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'], 'image/gif': ['.gif'] };
const MAX_BYTES = 1024 * 1024;

/** The logo that was uploaded. A new one takes its place at once. */
export function LogoSection({ settings: { logoFile, name } }: { readonly settings: AccountSettings }) {
  const texts = useSettingsTexts();
  const queryClient = useQueryClient();
  const uploads = useUploads({
    send: (file) => sendFile('/api/settings/logo', file, { method: 'PUT' }),
    refresh: () => queryClient.invalidateQueries(),
  });
  const remove = () => done(api.DELETE('/api/settings/logo'));
  return (
    <Section
      title={texts.logo}
      aside={
        logoFile === undefined ? null : (
          <Button
            variant="default"
            size="compact-sm"
            disabled={uploads.isBusy}
            onClick={() => void uploads.run(remove)}
          >
            {texts.removeLogo}
          </Button>
        )
      }
    >
      {logoFile === undefined ? (
        <Text size="sm" c="dimmed" mb="sm">
          {texts.noLogo}
        </Text>
      ) : (
        <img className={classes.logo} src={`/api/public/logos/${logoFile}`} alt={texts.logoOf(name)} />
      )}
      <UploadPlace
        uploads={uploads}
        label={texts.dropLogo}
        text={texts.dropLogoText}
        accept={ACCEPT}
        maxSize={MAX_BYTES}
        explain={texts.logoRefused}
      />
    </Section>
  );
}
