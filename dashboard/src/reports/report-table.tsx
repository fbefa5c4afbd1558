import { Button } from '@mantine/core';
import { saveText } from '../parts/save-text.ts';
import { csvOf } from './csv.ts';
import classes from './report-table.module.css';
import { useReportTexts } from './report-texts.ts';

/** A column: how a row shows it to people, and what a spreadsheet gets. */
export interface ReportColumn<Row> {
  readonly label: string;
  readonly show: (row: Row) => string;
  /** Absent: what people see. */
  readonly raw?: (row: Row) => string | number;
  readonly isNumber?: boolean;
}

interface ReportTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ReportColumn<Row>[];
  readonly keyOf: (row: Row) => string;
}

/** Every figure of a part of a report. */
export function ReportTable<Row>({ label, rows, columns, keyOf }: ReportTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
    <div className={classes.surface} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-number={column.isNumber}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.label} data-number={column.isNumber} data-label={column.label}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Saves the same as a file. */
export function CsvButton<Row>({
  name,
  label,
  rows,
  columns,
}: Omit<ReportTableProps<Row>, 'keyOf'> & { readonly name: string }) {
  const texts = useReportTexts();
  const save = () => {
    const cells = rows.map((row) => columns.map(({ raw, show }) => (raw ?? show)(row)));
    saveText(
      `${name}.csv`,
      csvOf(
        columns.map((column) => column.label),
        cells,
      ),
    );
  };
  return (
    <Button variant="default" size="compact-sm" aria-label={texts.csvOf(label)} onClick={save}>
      {texts.csv}
    </Button>
  );
}
