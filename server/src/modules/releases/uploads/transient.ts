/** Bytes may arrive and others may finish at any moment, so that a refusal for want of either is never final. */
export const TRANSIENT = { headers: { 'retry-after': '2' } };
