import { Anchor, Button, Text } from '@mantine/core';
import type { ItemDetails, ShopBundle, ShopProduct } from '../api/storefront.ts';
import { filesFor, isPhone, ownSystem } from '../api/files-for-system.ts';
import { useShopTexts } from './shop-texts.ts';
import classes from './buy-box.module.css';

interface FreeDownloadsProps {
  readonly item: ShopProduct | ShopBundle;
  readonly details: ItemDetails | undefined;
}

/** The files for everybody, those for this system as buttons, and whether there is a trial. */
export function FreeDownloads({ item, details }: FreeDownloadsProps) {
  const { product } = useShopTexts();
  const files = item.downloads ?? [];
  if (files.length === 0 || details === undefined) return null;
  const system = ownSystem();
  const { here, elsewhere } = filesFor(files, system);
  const nameOf = ({ platform }: (typeof files)[number]) =>
    product.downloadFor(platform === 'Universal' ? product.allSystems : systemName(platform));
  const trial = item.owned ? undefined : details.trial;
  return (
    <div className={classes.downloads} id="try">
      <Text fw={600}>{trial === undefined ? product.downloads : product.tryTitle(trial.days)}</Text>
      <Text size="sm" c="dimmed">
        {trial === undefined ? '' : `${product.tryText(trial.requiresAccount)} `}
        {product.downloadsText}
      </Text>
      {here.map((file) => (
        <Button
          key={`${file.key} ${file.platform}`}
          component="a"
          href={file.path}
          title={file.name}
          variant="light"
        >
          {nameOf(file)}
        </Button>
      ))}
      {here.length === 0 && isPhone(system) ? (
        <Text size="sm" fw={600}>
          {product.onComputer}
        </Text>
      ) : null}
      {elsewhere.length === 0 ? null : (
        <details className={classes.others} open={here.length === 0 && !isPhone(system)}>
          <summary>{product.otherSystems}</summary>
          {elsewhere.map((file) => (
            <Anchor
              key={`${file.key} ${file.platform}`}
              href={file.path}
              size="sm"
              underline="always"
              title={file.name}
            >
              {nameOf(file)}
            </Anchor>
          ))}
        </details>
      )}
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
