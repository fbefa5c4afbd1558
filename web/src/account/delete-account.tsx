import { Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { SiteFrame } from '../site/site-frame.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './account.module.css';
import { DetailsSection, OpenButton, OpenForm } from './details-section.tsx';
import { Loading } from './loading.tsx';

const DeleteForm = lazy(() => import('./delete-form.tsx').then((module) => ({ default: module.DeleteForm })));

interface DeleteAccountProps {
  readonly onDeleted: () => void;
}

/** Deletes the customer: explains what is lost and what stays, then asks for the address and the password. */
export function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const texts = useDetailsTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <DetailsSection title={texts.delete} text={texts.deleteText}>
      {isOpen ? (
        <Suspense fallback={<Loading heights={[320]} />}>
          <OpenForm>
            <DeleteForm
              onDeleted={onDeleted}
              onCancel={() => {
                setOpen(false);
              }}
            />
          </OpenForm>
        </Suspense>
      ) : (
        <OpenButton
          onOpen={() => {
            setOpen(true);
          }}
        >
          {texts.deleteOpen}
        </OpenButton>
      )}
    </DetailsSection>
  );
}

/** The customer was deleted. */
export function DeletedPage() {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  return (
    <SiteFrame title={texts.deleted} width="narrow">
      <div className={classes.empty}>
        <span className={`${classes.mark} ${classes.good}`}>
          <CheckIcon size={28} />
        </span>
        <div>
          <PageHeading takesFocus>{texts.deleted}</PageHeading>
          <Text>{texts.deletedText}</Text>
        </div>
        <ShopButton>{common.toShop}</ShopButton>
      </div>
    </SiteFrame>
  );
}
