export { exportAccount, type ExportOptions } from './export-account.ts';
export { importAccount, type ImportOptions, type ImportReport, openExport } from './import-account.ts';
