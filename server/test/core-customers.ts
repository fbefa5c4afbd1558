import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import type { TestApp } from './harness.ts';

/** An address in a response of the API. */
export const ADDRESS = {
  countryCode: 'GB',
  streetAddress1: 'St James’s Square 12',
  streetAddress2: null,
  postCode: 'SW1Y 4JH',
  locality: 'London',
  region: null,
};

export const newEmail = (): string => `${randomUUID()}@example.com`;

/** Helpers for tests of customers in the Core API, with an API key that has every scope. */
export function coreCustomers(app: TestApp, headers: Record<string, string>) {
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    more: Partial<InjectOptions> = {},
  ): Promise<Response> =>
    app.inject({ method, url: `/api/customers${path}`, headers, ...(payload && { payload }), ...more });
  return {
    /** Calls `/api/customers{path}`. */
    call,
    importCustomer: (payload: object) => call('POST', '/import', payload),
    /** The events about a customer, the newest first. */
    async eventsOf(id: string): Promise<{ type: string; data: object }[]> {
      return (await app.inject({ url: `/api/audit?subject=customer/${id}`, headers })).json().items;
    },
  };
}
