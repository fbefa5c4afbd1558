import { useState } from 'react';
import { PageActions } from '../parts/page-actions.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { DeviceRulesDialog } from './device-rules-dialog.tsx';
import { LicensingDialog } from './licensing-dialog.tsx';
import type { Revised } from '../api/revised.ts';
import type { Product } from './product-queries.ts';
import { standingOf } from './product-state.tsx';
import { type ItemStep, ItemStepDialog } from './item-step-dialog.tsx';
import { useProductTexts } from './product-texts.ts';

type Task = ItemStep | 'licensing' | 'deviceRules';

/** What is done with a product as it stands. */
export function ProductActions({ product }: { readonly product: Revised<Product> }) {
  const texts = useProductTexts();
  const [task, setTask] = useState<Task>();
  const close = () => {
    setTask(undefined);
  };
  if (!mayDo(useSession(), 'products:write')) return null;
  return (
    <>
      <PageActions
        actions={tasksOf(product)}
        labels={texts}
        main="publish"
        dangerous={['archive']}
        onChoose={setTask}
      />
      {task === undefined ? null : task === 'licensing' ? (
        <LicensingDialog product={product} onClose={close} />
      ) : task === 'deviceRules' ? (
        <DeviceRulesDialog product={product} onClose={close} />
      ) : (
        <ItemStepDialog kind="products" item={product} step={task} onClose={close} />
      )}
    </>
  );
}

function tasksOf(product: Product): readonly Task[] {
  switch (standingOf(product)) {
    case 'archived':
      return ['restore'];
    case 'onSale':
      return ['withdraw', 'licensing', 'deviceRules', 'archive'];
    case 'withdrawn':
      return ['publish', 'licensing', 'deviceRules', 'archive'];
    case 'inactive':
      return ['licensing', 'deviceRules', 'archive'];
  }
}
