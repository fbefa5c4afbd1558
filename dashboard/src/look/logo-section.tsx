import { useQueryClient } from '@tanstack/react-query';
import { api, done, sendFile } from '../api/client.ts';
import { PictureSection } from '../form/picture-section.tsx';
import type { AccountSettings } from '../settings/settings-queries.ts';
import { useSettingsTexts } from '../settings/settings-texts.ts';
import classes from './logo-section.module.css';

const ACCEPT = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'], 'image/gif': ['.gif'] };
const MAX_BYTES = 1024 * 1024;

/** The logo that was uploaded. A new one takes its place at once. */
export function LogoSection({ settings: { logoFile, name } }: { readonly settings: AccountSettings }) {
  const texts = useSettingsTexts();
  const queryClient = useQueryClient();
  const address = `/api/public/logos/${logoFile ?? ''}`;
  return (
    <PictureSection
      title={texts.logo}
      picture={logoFile === undefined ? undefined : { src: address, alt: texts.logoOf(name) }}
      className={classes.logo}
      none={texts.noLogo}
      removeLabel={texts.removeLogo}
      mayChange
      send={(file) => sendFile('/api/settings/logo', file, { method: 'PUT' })}
      remove={() => done(api.DELETE('/api/settings/logo'))}
      refresh={() => queryClient.invalidateQueries()}
      label={texts.dropLogo}
      text={texts.dropLogoText}
      accept={ACCEPT}
      maxSize={MAX_BYTES}
      explain={texts.logoRefused}
    />
  );
}
