export { deleteOwnAccount, denyAccount, eraseCustomer } from './erase-customer.ts';
