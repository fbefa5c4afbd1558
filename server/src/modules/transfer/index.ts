export { countResults, type ImportCounts, importRecords } from './import-records.ts';
export { IMPORTERS, type ImportKind, type LineResult } from './importers.ts';
export { openRehearsal, type Rehearsal } from './rehearsal.ts';
export { ndjsonBatches, RECORDS_PER_BATCH, type SourceRecord } from './source-records.ts';
