import { Button } from '@mantine/core';
import { useState } from 'react';
import { mayDo, useSession } from '../session/session.ts';
import { type ItemStep, ItemStepDialog } from './item-step-dialog.tsx';
import type { Revised } from '../api/revised.ts';
import type { Bundle } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

/** What is done with a bundle as it stands. */
export function BundleActions({ bundle }: { readonly bundle: Revised<Bundle> }) {
  const texts = useProductTexts();
  const [step, setStep] = useState<ItemStep>();
  if (!mayDo(useSession(), 'products:write')) return null;
  return (
    <>
      {stepsOf(bundle).map((each) => (
        <Button
          key={each}
          variant={each === 'publish' ? 'filled' : 'default'}
          size="xs"
          onClick={() => {
            setStep(each);
          }}
        >
          {texts[each]}
        </Button>
      ))}
      {step === undefined ? null : (
        <ItemStepDialog
          kind="bundles"
          item={bundle}
          step={step}
          onClose={() => {
            setStep(undefined);
          }}
        />
      )}
    </>
  );
}

function stepsOf({ isArchived, purchasable }: Bundle): readonly ItemStep[] {
  if (isArchived) return ['restore'];
  return purchasable ? ['withdraw', 'archive'] : ['publish', 'archive'];
}
