import type { ChainedEvent } from '../../platform/journal/follow-journal.ts';
import { subjectIds } from './event-type.ts';

/** How events name the customer of an address that nobody has proven: the buyer need not be that customer. */
const UNPROVEN = 'unproven/';

/** The customer with whom an event loses its data, if that customer is deleted together with the address. */
export function unprovenBuyer(customerId: string): string {
  return `${UNPROVEN}${customerId}`;
}

/** Whether events name this customer only by an address that nobody has proven. */
export function isUnproven(person: string | null): person is string {
  return person?.startsWith(UNPROVEN) === true;
}

/** The id of a customer whom events name. */
export function customerIdOf(person: string): string {
  return person.replace(UNPROVEN, '');
}

/** How events name an operator, with whom they lose their data as with a customer. */
export function operatorPerson(operatorId: string): string {
  return `operator/${operatorId}`;
}

/** The customers and operators that events must not show any more after an entry, as events name them. */
export function erasedPeople(entry: ChainedEvent): string[] {
  if (entry.type === 'operator.removed') return subjectIds(entry, 'operator').map(operatorPerson);
  if (entry.type !== 'customer.erased') return [];
  const ids = subjectIds(entry, 'customer');
  return entry.data['keepsAddress'] === true ? ids : [...ids, ...ids.map(unprovenBuyer)];
}
