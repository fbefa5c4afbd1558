export { type CurrencyFigures, mergeFigures, type PaymentMode } from './domain/figures.ts';
export { type RecurringCurrency, type RecurringMonth, recurringReport } from './recurring-report.ts';
export { sellerCountryMissing } from './problems.ts';
export { activationReport, trialReport } from './license-reports.ts';
export { keepSales } from './keep-sales.ts';
export { ossReturn } from './oss-return.ts';
export { salesReport, type SalesReport } from './sales-report.ts';
