/** The key purpose for signing events of test payments, and the header of the signature. */
export const SANDBOX_EVENTS = 'sandbox-event';
export const SANDBOX_SIGNATURE = 'sandbox-signature';
