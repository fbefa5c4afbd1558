import type { components } from '@latchkey/sdk';
import { useTexts } from '../texts/dashboard-texts.ts';
import { Status, type Tone } from './status.tsx';

type OrderState = components['schemas']['OrderStatus'];
type LicenseState = components['schemas']['License']['status'];

const ORDER_TONES: Readonly<Record<OrderState, Tone>> = {
  Open: 'off',
  PaymentProcessing: 'waiting',
  Paid: 'waiting',
  Completed: 'good',
};

const LICENSE_TONES: Readonly<Record<LicenseState, Tone>> = {
  Active: 'good',
  Revoked: 'bad',
  Expired: 'off',
};

/** The state of an order. */
export function OrderStatus({ status }: { readonly status: OrderState }) {
  const { orders } = useTexts();
  return <Status tone={ORDER_TONES[status]}>{orders.statuses[status]}</Status>;
}

/** The state of a license. */
export function LicenseStatus({ status }: { readonly status: LicenseState }) {
  const { licenses } = useTexts();
  return <Status tone={LICENSE_TONES[status]}>{licenses.statuses[status]}</Status>;
}
