import { Button, Paper, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { Activation } from '../api/activation.ts';
import type { Vendor } from '../api/vendor-query.ts';
import { useActivationTexts } from './activation-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { decoration } from '@latchkey/ui/icons.tsx';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { Notice } from '@latchkey/ui/notice.tsx';
import { PageFrame } from '../page/page-frame.tsx';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { decisionNotice } from './decision-notice.ts';
import { RequestPanel } from './request-panel.tsx';
import classes from './request-page.module.css';
import type { DecisionSending } from './use-decision.ts';

const DeviceIcon = decoration(IconDeviceLaptop);

interface RequestPageProps {
  readonly vendor: Vendor;
  readonly activation: Activation;
  readonly isOfAnother: boolean;
  readonly decision: DecisionSending;
  readonly refetch: () => Promise<unknown>;
}

/** A device requests an activation: its name, and how to approve it. */
export function RequestPage({ vendor, activation, isOfAnother, decision, refetch }: RequestPageProps) {
  const texts = useActivationTexts();
  const { failure } = useTexts();
  useDocumentTitle(texts.titleOf(texts.request.title(activation.product.name), vendor.name));
  const notice =
    decision.failure === null || decision.sending !== undefined
      ? undefined
      : decisionNotice(decision.failure, texts.notice, failure);
  return (
    <PageFrame owner={vendor} width="narrow">
      <Paper className={classes.card}>
        <RequestHead activation={activation} />
        <RequestPanel
          vendor={vendor}
          activation={activation}
          isOfAnother={isOfAnother}
          decision={decision}
          refetch={refetch}
          notice={
            notice === undefined ? null : (
              <Notice title={notice.title} takesFocus>
                {notice.messages.map((message) => (
                  <div key={message}>{message}</div>
                ))}
              </Notice>
            )
          }
        />
        <div className={classes.foot}>
          <Text size="sm" c="dimmed">
            {texts.request.notYou}
          </Text>
          <Button
            variant="subtle"
            className={classes.cancel}
            loading={decision.sending === 'cancel'}
            onClick={() => {
              decision.decide('cancel');
            }}
          >
            {texts.request.cancel}
          </Button>
        </div>
      </Paper>
    </PageFrame>
  );
}

function RequestHead({ activation }: Pick<RequestPageProps, 'activation'>) {
  const { product, deviceName, method } = activation;
  const { request } = useActivationTexts();
  return (
    <div className={classes.head}>
      <div className={classes.product}>
        <Thumbnail
          name={product.name}
          iconUrl={product.iconUrl}
          pictureUrl={product.image?.smaller[0]?.webp}
          width={80}
        />
        <div>
          <PageHeading>{request.title(product.name)}</PageHeading>
          {product.tagline === '' ? null : <Text c="dimmed">{product.tagline}</Text>}
        </div>
      </div>
      <div className={classes.facts}>
        <span className={classes.mark}>
          <DeviceIcon size={28} />
        </span>
        <dl className={classes.device}>
          <dt>{request.device}</dt>
          <dd>
            <bdi>{deviceName}</bdi>
          </dd>
          {method === 'Offline' ? (
            <>
              <dt className={classes.further}>{request.use}</dt>
              <dd>{request.offline}</dd>
            </>
          ) : null}
        </dl>
      </div>
    </div>
  );
}
