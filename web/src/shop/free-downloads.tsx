import { Anchor, Text } from '@mantine/core';
import type { ItemDetails, ShopBundle, ShopProduct } from '../api/storefront.ts';
import { platformOf } from '../api/files-for-system.ts';
import { useShopTexts } from './shop-texts.ts';
import classes from './buy-box.module.css';

interface FreeDownloadsProps {
  readonly item: ShopProduct | ShopBundle;
  readonly details: ItemDetails | undefined;
}

/** The files for everybody, those for this system first, and whether there is a trial. */
export function FreeDownloads({ item, details }: FreeDownloadsProps) {
  const { product } = useShopTexts();
  const files = item.downloads ?? [];
  if (files.length === 0 || details === undefined) return null;
  const here = platformOf(navigator.userAgent);
  const rank = (platform: string) => (platform === here ? 0 : platform === 'Universal' ? 1 : 2);
  const ordered = files.toSorted((a, b) => rank(a.platform) - rank(b.platform));
  const trial = item.owned ? undefined : details.trial;
  return (
    <div className={classes.downloads} id="try">
      <Text fw={600}>{trial === undefined ? product.downloads : product.tryTitle(trial.days)}</Text>
      <Text size="sm" c="dimmed">
        {trial === undefined ? '' : `${product.tryText(trial.requiresAccount)} `}
        {product.downloadsText}
      </Text>
      {ordered.map(({ key, path, platform, name }) => (
        <Anchor key={`${key} ${platform}`} href={path} underline="always" title={name}>
          {product.downloadFor(platform === 'Universal' ? product.allSystems : systemName(platform))}
        </Anchor>
      ))}
      {item.currentVersion === undefined ? null : (
        <Text size="sm" c="dimmed">
          {product.version(item.currentVersion)}
        </Text>
      )}
    </div>
  );
}

function systemName(platform: string): string {
  return platform === 'Mac' ? 'macOS' : platform;
}
