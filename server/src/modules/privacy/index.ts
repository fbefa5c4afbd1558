export { deleteOwnAccount, denyAccount, eraseCustomer } from './erase-customer.ts';
export { finishErasures } from './erase-merged.ts';
