import { useState } from 'react';
import { PageActions } from '../parts/page-actions.tsx';
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
      <PageActions
        actions={stepsOf(bundle)}
        labels={texts}
        main="publish"
        dangerous={['archive']}
        onChoose={setStep}
      />
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
