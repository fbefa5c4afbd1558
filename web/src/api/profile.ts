import type { components } from '@latchkey/sdk';
import { answer, customerApi, done } from './client.ts';
import { everyPage } from './every-page.ts';

/** The signed-in customer with all details. */
export type Profile = components['schemas']['Identity'];

export type Address = components['schemas']['AddressInput'];

/** The customer's mail preferences. */
export type MailPreferences = components['schemas']['CommunicationPreferences'];

/** A session of the customer. */
export type SignInPlace = components['schemas']['Session'];

export interface ProfileChanges {
  readonly name?: string;
  readonly email?: string;
  readonly address?: Address;
  /** Here and below: an empty text removes it. */
  readonly businessName?: string;
  readonly taxId?: string;
  readonly phone?: string;
  readonly communicationPreferences?: Partial<MailPreferences>;
}

export function fetchProfile(signal: AbortSignal): Promise<Profile> {
  return answer(customerApi.GET('/api/customer/meta/user', { signal }));
}

/**
 * Changes the fields that are sent. A new email may have to be confirmed first: the profile then still has the old one.
 * Refused with 400 and `errors` per field, and 409 `EmailInUse`.
 */
export function changeProfile(body: ProfileChanges): Promise<Profile> {
  return answer(customerApi.PATCH('/api/customer/identity', { body }));
}

/** All other sessions end. Refused with 400 `InvalidCredentials`, and with `errors` under `newPassword`. */
export function changePassword(body: { currentPassword: string; newPassword: string }): Promise<void> {
  return done(customerApi.POST('/api/customer/identity/set-password', { body }));
}

/** The sessions of the customer, newest first. */
export function fetchSessions(signal: AbortSignal): Promise<readonly SignInPlace[]> {
  return everyPage((query) =>
    answer(customerApi.GET('/api/customer/identity/sessions', { params: { query }, signal })),
  );
}

export function endSession({ id: sessionId }: SignInPlace): Promise<void> {
  return done(
    customerApi.DELETE('/api/customer/identity/sessions/{sessionId}', { params: { path: { sessionId } } }),
  );
}

/** All stored data of the customer, as JSON. */
export function fetchExport(): Promise<Blob> {
  return answer(customerApi.GET('/api/customer/identity/export', { parseAs: 'blob' }));
}

/** Deletes the customer. Refused with 400 `InvalidCredentials`, and 429 after several wrong passwords. */
export function deleteAccount(password: string): Promise<void> {
  return done(customerApi.DELETE('/api/customer/identity', { body: { password } }));
}
