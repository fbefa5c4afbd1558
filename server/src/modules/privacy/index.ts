export { eraseCustomer } from './erase-customer.ts';
