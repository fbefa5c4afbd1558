export { type CurrencyFigures, mergeFigures, type PaymentMode } from './domain/figures.ts';
export { salesReport, type SalesReport } from './sales-report.ts';
