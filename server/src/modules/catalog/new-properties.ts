import { checkProperties, type CustomProperties, isCustomProperties } from '../../kernel/properties.ts';
import type { Issues } from './domain/issues.ts';

/** The custom properties of a new item: none if they have an issue. */
export interface NewProperties {
  readonly properties: CustomProperties;
  readonly issues: Issues;
}

export function newProperties(input: unknown = {}): NewProperties {
  return isCustomProperties(input)
    ? { properties: input, issues: {} }
    : { properties: {}, issues: checkProperties(input) };
}
