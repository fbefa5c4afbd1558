/** The actor. The journal stores it with each event, so it identifies people and keys by id only. */
export type Actor =
  | { readonly kind: 'Anonymous' }
  | { readonly kind: 'Customer'; readonly id: string }
  /** A system of the vendor, by its API key. */
  | { readonly kind: 'ApiKey'; readonly id: string }
  /** Somebody who works for the vendor, in the dashboard. */
  | { readonly kind: 'Operator'; readonly id: string }
  /** A job of the outbox, by its kind. */
  | { readonly kind: 'Job'; readonly id: string }
  /** The `latchkey` program. */
  | { readonly kind: 'CommandLine' }
  /** The server itself: its start and its housekeeping. */
  | { readonly kind: 'Server' };

/** Every kind of actor. */
export const ACTOR_KINDS = [
  'Anonymous',
  'Customer',
  'ApiKey',
  'Operator',
  'Job',
  'CommandLine',
  'Server',
] as const satisfies readonly Actor['kind'][];

export const COMMAND_LINE: Actor = { kind: 'CommandLine' };
export const SERVER: Actor = { kind: 'Server' };
