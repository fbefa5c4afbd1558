/** A part of a JSON Schema, read as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The parts of an OpenAPI operation that requests are generated from. */
export interface Operation {
  /** `POST /api/licenses/provision` */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly template: string;
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: { readonly mediaType: string; readonly schema: Schema } | undefined;
  /** Names of its security schemes; empty for everyone. */
  readonly security: readonly string[];
}

const METHODS = { get: 'GET', post: 'POST', patch: 'PATCH', put: 'PUT', delete: 'DELETE' } as const;

/** Every operation of the document that an application publishes, but for streams: their answers do not end. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries(record(record(document)['paths'])).flatMap(([template, methods]) =>
    Object.entries(METHODS).flatMap(([key, method]) => {
      const operation = record(methods)[key];
      if (operation === undefined || isStream(record(operation))) return [];
      return [operationOf(template, method, record(operation))];
    }),
  );
}

function isStream(operation: Schema): boolean {
  const success = record(record(operation['responses'])['200']);
  return 'text/event-stream' in record(success['content']);
}

function operationOf(template: string, method: Operation['method'], operation: Schema): Operation {
  const parameters = list(operation['parameters']).map(record);
  const [body] = Object.entries(record(record(operation['requestBody'])['content']));
  return {
    name: `${method} ${template}`,
    method,
    template,
    path: parametersIn('path', parameters),
    query: parametersIn('query', parameters),
    body: body && { mediaType: body[0], schema: record(record(body[1])['schema']) },
    security: list(operation['security']).flatMap((scheme) => Object.keys(record(scheme))),
  };
}

function parametersIn(place: string, parameters: readonly Schema[]): Parameter[] {
  return parameters
    .filter((parameter) => parameter['in'] === place)
    .map((parameter) => ({
      name: String(parameter['name']),
      isRequired: parameter['required'] === true,
      schema: record(parameter['schema']),
    }));
}

/** A value as an object; a value that is not one becomes an empty one. */
export function record(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
