import type { components } from '@latchkey/sdk';
import { oneOf } from '../list/filter-search.ts';

/** The fields of an endpoint, as texts. */
export interface EndpointValues extends Record<string, string | boolean> {
  readonly url: string;
  readonly types: string;
  readonly payload: string;
  readonly description: string;
  readonly form: string;
}

/** The names of the fields, in the order of the page. */
export const ENDPOINT_FIELDS = ['url', 'types', 'payload', 'description', 'form'] as const;

type Input = Required<Pick<components['schemas']['NewWebhook'], 'url' | 'types' | 'payload' | 'description'>>;

/** What the API gets: the events are a list. */
export function endpointInput({ url, types, payload, description }: EndpointValues): Input {
  return {
    url: url.trim(),
    types: types.split(/[\s,;]+/).filter((type) => type !== ''),
    payload: oneOf(['full', 'thin'] as const, payload) ?? 'full',
    description: description.trim(),
  };
}
