import { Text } from '@mantine/core';
import { CopyField } from '../parts/copy-field.tsx';
import classes from './feed-addresses.module.css';
import { useReleaseTexts } from './release-texts.ts';

/** Where the updaters of applications look for new versions of a product. */
export function FeedAddresses({ productId }: { readonly productId: string }) {
  const texts = useReleaseTexts();
  const base = `${window.location.origin}/api/public/updates/${encodeURIComponent(productId)}/stable`;
  return (
    <div className={classes.feeds}>
      <Text size="sm" c="dimmed">
        {texts.feedsText}
      </Text>
      <CopyField label="Sparkle, WinSparkle" value={`${base}/appcast.xml`} />
      <CopyField label="Tauri" value={`${base}/tauri.json`} />
      <CopyField label="Velopack" value={`${base}/velopack`} />
    </div>
  );
}
