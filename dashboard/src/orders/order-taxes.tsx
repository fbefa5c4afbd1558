import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Facts } from '../parts/facts.tsx';
import { Moment } from '../parts/moment.tsx';
import { usePercent } from '../parts/percent.ts';
import { usePlaceName } from '../parts/place-name.ts';
import { Section } from '../parts/section.tsx';
import { Status } from '../parts/status.tsx';
import classes from './order-page.module.css';
import { useOrderTexts } from './order-texts.ts';

type Order = components['schemas']['OrderDetails'];
type Evidence = NonNullable<Order['taxEvidence']>;

/** The taxes of an order by rate, and the evidence of the buyer's country; nothing for an order without either. */
export function OrderTaxes({ order }: { readonly order: Order }) {
  const { taxes = [], taxEvidence, currency } = order;
  const texts = useOrderTexts();
  const money = useMoney();
  const percent = usePercent();
  const placeName = usePlaceName();
  if (taxes.length === 0 && taxEvidence === undefined) return null;
  return (
    <Section title={texts.taxes}>
      <ul className={classes.rows}>
        {taxes.map(({ rate, amount, net, country, region, reason }) => (
          <li key={[country, region, rate, reason].join(' ')} className={classes.row}>
            <span>{rate === undefined ? texts.someTax : percent(rate)}</span>
            <span className={classes.text}>
              {[country === undefined ? '' : placeName({ country, region }), texts.taxReasons[reason]]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span>{texts.taxNet(money(net, currency))}</span>
            <span className={classes.amount}>{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
      {taxEvidence === undefined ? null : <TaxEvidence evidence={taxEvidence} />}
    </Section>
  );
}

function TaxEvidence({ evidence: { country, evidence, confirmed, taxId } }: { readonly evidence: Evidence }) {
  const texts = useOrderTexts();
  const placeName = usePlaceName();
  return (
    <>
      <Facts
        rows={[
          { name: texts.taxCountry, value: placeName({ country }) },
          ...evidence.map((part) => ({ name: texts.evidence[part.kind], value: placeName(part) })),
          ...(taxId === undefined
            ? []
            : [
                {
                  name: `${texts.taxId} ${taxId.taxId}`,
                  value: (
                    <>
                      <Status tone={taxId.result === 'Valid' ? 'good' : 'waiting'}>
                        {texts.taxIdResults[taxId.result]}
                      </Status>{' '}
                      <Moment at={taxId.at} />
                      {taxId.consultationNumber === undefined ? null : (
                        <div>{texts.taxIdProof(taxId.consultationNumber)}</div>
                      )}
                    </>
                  ),
                },
              ]),
        ]}
      />
      {confirmed ? <Text size="sm">{texts.evidenceConfirmed}</Text> : null}
    </>
  );
}
