export { deleteOwnAccount, eraseCustomer } from './erase-customer.ts';
