import type { Activation } from '../api/activation.ts';
import { waysOf } from './activation-ways.ts';

/** Why somebody who is not signed in should sign in, given what the device can have. */
export function signInReason(activation: Pick<Activation, 'hasSeat' | 'trial' | 'product'>): string {
  const { trial, product } = activation;
  switch (waysOf(activation).trial) {
    case 'NeedsSignIn':
      return trial?.existing === true
        ? `Use your license of ${product.name}, or go on with the trial on this device.`
        : `Use your license of ${product.name}, or try it free for ${trial?.daysPerProduct ?? 0} days.`;
    case 'Over':
      return `The trial on this device has ended. Use the account that owns ${product.name}.`;
    case 'Ready':
    case 'None':
      return `Use the account that owns ${product.name}.`;
  }
}
