/**
 * Missing bytes may arrive and other requests may finish at any moment, so a refusal because of either is never final.
 */
export const TRANSIENT = { headers: { 'retry-after': '2' } };
