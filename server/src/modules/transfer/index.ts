export { readCsvMapping } from './csv/csv-mapping.ts';
export { mapRows } from './csv/map-rows.ts';
export { csvSource } from './csv/read-csv.ts';
export type { Refusal } from './domain/import-report.ts';
export {
  countResults,
  type ImportCounts,
  IMPORTERS,
  type ImportKind,
  importRecords,
  type LineResult,
  openDryRun,
  openResults,
} from './importers.ts';
export { readKeygenMapping } from './keygen/keygen-mapping.ts';
export { keygenSources } from './keygen/keygen-sources.ts';
export { type ImportReport, type ImportSource, runImport } from './run-import.ts';
export { ndjsonBatches } from './source-records.ts';
export { IMPORT_TEMPLATES } from './templates.ts';
