import { Paper, Text } from '@mantine/core';
import { use } from 'react';
import type { Download, ProductVersion } from '../api/inventory.ts';
import { useAccountTexts } from './account-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { sizeText, systemOf } from '@latchkey/ui/texts/files.ts';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './account.module.css';
import { DownloadButton } from './download-button.tsx';
import { filesFor, isPhone, ownSystem } from '../api/files-for-system.ts';
import styles from './product-page.module.css';

/** The files of the current version, those for this system first, and its release notes. */
export function Downloads({ product }: { readonly product: ProductVersion }) {
  const { product: texts } = useAccountTexts();
  const { version, downloads = [], downloadsAllowed, releaseDescription } = product;
  const hasLicense = product.numberOfLicenses + product.numberOfTrials > 0;
  return (
    <Paper component="section" className={classes.card} aria-labelledby="download-heading">
      <div>
        <SectionHeading id="download-heading">{texts.download}</SectionHeading>
        {version === undefined ? null : (
          <Text size="sm" c="dimmed">
            {texts.version(version)}
          </Text>
        )}
      </div>
      {version === undefined || downloads.length === 0 ? (
        <Text>{downloadsAllowed ? texts.noFiles : texts.ownersOnly}</Text>
      ) : (
        <Files product={product} version={version} files={downloads} />
      )}
      {version === undefined || releaseDescription === undefined ? null : (
        <details className={classes.fold}>
          <summary>{texts.notes(version)}</summary>
          <Text className={styles.notes} pt="sm">
            {releaseDescription}
          </Text>
        </details>
      )}
      {/* Without a file there is nothing to install yet. */}
      {hasLicense && downloads.length > 0 ? (
        <div>
          <Text fw={600}>{texts.activate}</Text>
          <Text size="sm">{texts.activateText(product.name)}</Text>
        </div>
      ) : null}
    </Paper>
  );
}

interface FilesProps {
  readonly product: ProductVersion;
  readonly version: string;
  readonly files: readonly Download[];
}

function Files({ product, version, files }: FilesProps) {
  const { product: texts } = useAccountTexts();
  const system = ownSystem();
  const { here, elsewhere } = filesFor(files, system);
  const rows = (list: readonly Download[], first: 'filled' | 'default') =>
    list.map((file, index) => (
      <FileRow
        key={file.key}
        product={product}
        version={version}
        file={file}
        variant={index === 0 ? first : 'default'}
      />
    ));
  if (here.length === 0 && !isPhone(system)) {
    return (
      <div className={styles.files}>
        {system === undefined ? null : <Text>{texts.noFileHere(systemOf({ platform: system }, ''))}</Text>}
        {rows(elsewhere, 'default')}
      </div>
    );
  }
  return (
    <>
      {here.length === 0 ? <Text>{texts.onComputer}</Text> : null}
      <div className={styles.files}>{rows(here, 'filled')}</div>
      {elsewhere.length === 0 ? null : (
        <details className={classes.fold}>
          <summary>{texts.otherSystems}</summary>
          <div className={`${styles.files} ${classes.folded}`}>{rows(elsewhere, 'default')}</div>
        </details>
      )}
    </>
  );
}

interface FileRowProps {
  readonly product: ProductVersion;
  readonly version: string;
  readonly file: Download;
  readonly variant: 'filled' | 'default';
}

function FileRow({ product, version, file, variant }: FileRowProps) {
  const { product: texts } = useAccountTexts();
  const { locale } = use(LanguageOfPage);
  return (
    <div>
      <DownloadButton
        file={{ productId: product.id, version, key: file.key }}
        download={file}
        productName={product.name}
        variant={variant}
        size="md"
      />
      <Text size="sm" c="dimmed" mt={4}>
        {texts.file(file.name, sizeText(file.size, locale))}
      </Text>
    </div>
  );
}
