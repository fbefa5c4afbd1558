import { Text } from '@mantine/core';
import { useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import classes from './feed-addresses.module.css';
import { useReleaseTexts } from './release-texts.ts';

interface FeedAddressesProps {
  readonly productId: string;
  /** Those of the product, the default one first. */
  readonly channels: readonly string[];
}

/** Where the updaters of applications look for new versions of a product, in the channel that one chooses. */
export function FeedAddresses({ productId, channels }: FeedAddressesProps) {
  const texts = useReleaseTexts();
  const [choice, setChoice] = useState<string>();
  const channel = channels.find((each) => each === choice) ?? channels[0] ?? '';
  const product = `${window.location.origin}/api/public/updates/${encodeURIComponent(productId)}`;
  const base = `${product}/${encodeURIComponent(channel)}`;
  return (
    <div className={classes.feeds}>
      <Text size="sm" c="dimmed">
        {texts.feedsText}
      </Text>
      {channels.length > 1 ? (
        <SelectField
          label={texts.channel}
          value={channel}
          options={channels.map((each) => ({ value: each, label: each }))}
          onChange={({ currentTarget }) => {
            setChoice(currentTarget.value);
          }}
        />
      ) : null}
      <CopyField label="Sparkle, WinSparkle" value={`${base}/appcast.xml`} />
      <CopyField label="Tauri" value={`${base}/tauri/{{target}}/{{arch}}/{{current_version}}`} />
      <CopyField label="Velopack" value={`${base}/velopack`} />
      <CopyField label="electron-updater" value={product} description={texts.electronText} />
    </div>
  );
}
