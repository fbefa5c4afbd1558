import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import preview from './price-preview.module.css';
import classes from './promotion-preview.module.css';
import type { PromotionValues } from './promotion-values.ts';
import type { Discount } from './rule-queries.ts';
import { useBenefit } from './rule-state.tsx';
import { useRuleTexts } from './rule-texts.ts';
import { shopColorsQuery } from './shop-colors.ts';

const NO_BRAND = { colorScheme: 'auto' } as const;

interface PromotionPreviewProps {
  readonly values: PromotionValues;
  /** The one that it tells about; absent: none is chosen yet. */
  readonly discount: Discount | undefined;
}

/** What visitors read of a promotion: changes with every key, before anything is saved. */
export function PromotionPreview({ values, discount }: PromotionPreviewProps) {
  const texts = useRuleTexts();
  const benefit = useBenefit();
  const { locale } = use(LanguageOfPage);
  const brand = useQuery(settingsQuery).data?.brand;
  const colors = useQuery({ ...shopColorsQuery(brand ?? NO_BRAND), enabled: brand !== undefined }).data;
  const [name, description, label] = [values.name.trim(), values.description.trim(), values.label.trim()];
  const off = discount === undefined ? '' : benefit(discount);
  const end = discount?.endsAt ?? null;
  const facts = [
    ...(off === '' ? [] : [texts.bannerOff(off)]),
    ...(end === null
      ? []
      : [
          texts.bannerUntil(
            new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(end)),
          ),
        ]),
  ];
  return (
    <section className={preview.preview} aria-label={texts.bannerPreview}>
      <Text size="sm" fw={600}>
        {texts.bannerPreview}
      </Text>
      {name === '' ? (
        <Text size="sm">{texts.bannerWaits}</Text>
      ) : (
        <Box component="output" className={classes.banner} __vars={colors ?? {}}>
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            {description === '' ? null : <span>{description}</span>}
            {facts.length === 0 ? null : <span className={classes.facts}>{facts.join(' · ')}</span>}
          </span>
          {label === '' ? null : safeReturnUrl(values.url) === undefined ? (
            <span className={classes.facts}>{texts.bannerNoLink}</span>
          ) : (
            <span className={classes.button}>{label}</span>
          )}
        </Box>
      )}
    </section>
  );
}
