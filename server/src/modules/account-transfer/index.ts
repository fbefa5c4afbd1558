export { exportAccount, type ExportOptions, type ExportReport } from './export-account.ts';
export {
  type CheckedExport,
  importAccount,
  type ImportOptions,
  type ImportReport,
  openExport,
} from './import-account.ts';
