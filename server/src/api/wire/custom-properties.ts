import { Type } from '../../kernel/schema.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { checkProperties, isCustomProperties, type CustomProperties } from '../../kernel/properties.ts';

/**
 * Custom properties by name (core API, Custom property). The kernel checks them: a schema cannot express their rules.
 */
export const CustomPropertiesInput = Type.Record(Type.String(), Type.Unknown(), {
  title: 'CustomPropertiesInput',
  description:
    'Name to {type: text|number|date|object, value, public, includeInToken}; replaces all existing properties.',
});

export const CustomPropertiesAnswer = Type.Record(Type.String(), Type.Unknown(), {
  title: 'CustomProperties',
  description: 'Custom properties by name; absent when there are none.',
});

/** The field `properties` of a response, omitted when there are none. */
export function propertiesAnswer(properties: CustomProperties): { properties?: CustomProperties } {
  return Object.keys(properties).length === 0 ? {} : { properties };
}

/** Validated properties, with their type. */
export function checkedProperties(properties: unknown): CustomProperties | undefined {
  if (properties === undefined || isCustomProperties(properties)) return properties;
  throw invalidInput({ errors: checkProperties(properties) });
}
