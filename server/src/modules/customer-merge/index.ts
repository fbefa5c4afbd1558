export { agreeToMerge, declineMerge, purgeMergeRequests } from './consent.ts';
export { mergeCustomers, type MergeOutcome, previewMerge } from './merge-customers.ts';
export { forgetMergeRequests } from './move-customer.ts';
export { mergeRefused } from './problems.ts';
