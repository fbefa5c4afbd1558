import { checkProperties, type CustomProperties, isCustomProperties } from '../../kernel/properties.ts';
import type { Issues } from './domain/issues.ts';

/** The custom properties that come with a new item: none where there is an issue of them. */
export interface NewProperties {
  readonly properties: CustomProperties;
  readonly issues: Issues;
}

export function newProperties(input: unknown = {}): NewProperties {
  return isCustomProperties(input)
    ? { properties: input, issues: {} }
    : { properties: {}, issues: checkProperties(input) };
}
