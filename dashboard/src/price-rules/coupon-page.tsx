import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { answer, api } from '../api/client.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { CodesFile } from '../parts/codes-file.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ChangeCouponDialog } from './change-rule-dialog.tsx';
import { CodeDialog } from './code-dialog.tsx';
import classes from './coupon-page.module.css';
import { PricePreview } from './price-preview.tsx';
import type { RuleTexts } from './rule-en.ts';
import { codesQuery, type Coupon, type CouponCode, couponQuery } from './rule-queries.ts';
import { RuleStatus, useBenefit } from './rule-state.tsx';
import { RuleStepDialog } from './rule-step-dialog.tsx';
import { useRuleTexts } from './rule-texts.ts';

const route = getRouteApi('/frame/coupons/$couponId');

/** One coupon: its codes, and what a visitor who enters one would pay. */
export function CouponPage() {
  const { couponId } = route.useParams();
  const { coupons } = useTexts();
  const texts = useRuleTexts();
  const [task, setTask] = useState<'step' | 'change'>();
  const mayChange = mayDo(useSession(), 'coupons:write');
  return (
    <Loaded query={useQuery(couponQuery(couponId))} title={coupons.label}>
      {(coupon) => {
        const step = coupon.isArchived ? 'restore' : 'archive';
        return (
          <Page
            title={coupon.name}
            aside={
              <>
                <RuleStatus rule={coupon} />
                {mayChange ? (
                  <>
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => {
                        setTask('change');
                      }}
                    >
                      {texts.change}
                    </Button>
                    <Button
                      variant="default"
                      size="xs"
                      onClick={() => {
                        setTask('step');
                      }}
                    >
                      {texts[step]}
                    </Button>
                  </>
                ) : null}
              </>
            }
          >
            <Section title={texts.facts}>
              <CouponFacts coupon={coupon} />
            </Section>
            <Codes coupon={coupon} />
            {task === 'change' ? (
              <ChangeCouponDialog
                coupon={coupon}
                onClose={() => {
                  setTask(undefined);
                }}
              />
            ) : null}
            {task === 'step' ? (
              <RuleStepDialog
                kind="coupons"
                step={step}
                rule={coupon}
                onClose={() => {
                  setTask(undefined);
                }}
              />
            ) : null}
          </Page>
        );
      }}
    </Loaded>
  );
}

function CouponFacts({ coupon }: { readonly coupon: Coupon }) {
  const texts = useRuleTexts();
  const benefit = useBenefit();
  const { targets, startsAt, endsAt, uses, maxUses, maxUsesPerCustomer, firstPurchaseOnly } = coupon;
  return (
    <Facts
      rows={[
        { name: texts.benefit, value: benefit(coupon) },
        {
          name: texts.target,
          value: targets.length === 0 ? texts.everything : targets.map(({ id }) => id).join(', '),
        },
        { name: texts.startsAt, value: startsAt === null ? undefined : <Moment at={startsAt} /> },
        { name: texts.endsAt, value: endsAt === null ? undefined : <Moment at={endsAt} /> },
        { name: texts.uses, value: texts.usesOf(uses, maxUses) },
        { name: texts.maxUsesPerCustomer, value: maxUsesPerCustomer },
        { name: texts.firstPurchaseOnly, value: firstPurchaseOnly ? texts.yes : undefined },
        { name: texts.id, value: coupon.id },
      ]}
    />
  );
}

function Codes({ coupon }: { readonly coupon: Coupon }) {
  const texts = useRuleTexts();
  const query = useInfiniteQuery(codesQuery(coupon.id));
  const [task, setTask] = useState<'add' | 'generate' | CouponCode>();
  const mayChange = mayDo(useSession(), 'coupons:write');
  const usable = query.data?.pages[0]?.items.find(({ revokedAt }) => revokedAt === undefined);
  return (
    <>
      <Section
        title={texts.codes}
        aside={
          mayChange ? (
            <div className={classes.actions}>
              {(['add', 'generate'] as const).map((each) => (
                <Button
                  key={each}
                  variant="default"
                  size="compact-sm"
                  onClick={() => {
                    setTask(each);
                  }}
                >
                  {texts.codeTasks[each]}
                </Button>
              ))}
              <CodesFile
                name={`coupon-codes-${coupon.id}`}
                load={() => {
                  const params = { path: { id: coupon.id } };
                  return answer(api.GET('/api/coupons/{id}/codes.csv', { params, parseAs: 'text' }));
                }}
              />
            </div>
          ) : null
        }
      >
        <DataList
          name="coupon-codes"
          label={texts.codes}
          columns={columnsOf(texts)}
          query={query}
          keyOf={({ id }) => id}
          empty={{
            title: texts.noCodes,
            text: texts.noCodesText,
            guide: 'dashboard-prices.md',
            onAdd: mayChange
              ? () => {
                  setTask('add');
                }
              : undefined,
          }}
          actions={(code) =>
            mayChange && code.revokedAt === undefined
              ? [
                  {
                    label: texts.revoke,
                    name: texts.revokeOf(code.code),
                    run: () => {
                      setTask(code);
                    },
                  },
                ]
              : []
          }
        />
      </Section>
      {usable === undefined ? null : (
        <PricePreview
          suggestedId={coupon.targets.find(({ type }) => type === 'Product')?.id}
          draft={{ published: true }}
          coupon={usable.code}
        />
      )}
      {task === undefined ? null : (
        <CodeDialog
          couponId={coupon.id}
          task={task}
          onClose={() => {
            setTask(undefined);
          }}
        />
      )}
    </>
  );
}

function columnsOf(texts: RuleTexts): readonly Column<CouponCode>[] {
  return [
    { id: 'code', label: texts.code, show: ({ code }) => code },
    {
      id: 'status',
      label: texts.status,
      show: ({ revokedAt }) => (
        <Status tone={revokedAt === undefined ? 'good' : 'off'}>
          {revokedAt === undefined ? texts.valid : texts.revoked}
        </Status>
      ),
    },
    {
      id: 'uses',
      label: texts.uses,
      isNumber: true,
      show: ({ uses, maxUses }) => texts.usesOf(uses, maxUses),
    },
    { id: 'created', label: texts.created, show: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}
