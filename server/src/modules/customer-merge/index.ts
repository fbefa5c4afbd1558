export { agreeToMerge, declineMerge, pendingMerges, purgeMergeRequests, withdrawMerge } from './consent.ts';
export { mergeCustomers, type MergeOutcome, previewMerge } from './merge-customers.ts';
export { forgetMergeRequests } from './move-customer.ts';
export { askedRecently, mergeRefused } from './problems.ts';
export type { MergeRequest } from './tables.ts';
