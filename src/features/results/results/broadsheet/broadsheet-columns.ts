import type { Broadsheet, BroadsheetRow } from './broadsheet.ts';

interface ResultColumn {
  key: keyof BroadsheetRow;
  label: string;
}

/** What follows the courses: what a scheme of averages shows, or one of grade points. */
export const resultColumns = ({ system, ranksBatch, ranksClass }: Broadsheet, batch: string): ResultColumn[] => [
  ...(system === 'gpa'
    ? [column('units', 'Units'), column('points', 'Points'), column('gpa', 'GPA')]
    : [column('sum', 'Sum'), column('average', 'Average')]),
  column('passed', 'Passes'),
  ...(ranksBatch ? [column('inBatch', ranksClass ? `Position in ${batch.toLowerCase()}` : 'Position')] : []),
  ...(ranksClass ? [column('inClass', 'Position in class')] : []),
];

const column = (key: keyof BroadsheetRow, label: string): ResultColumn => ({ key, label });

/** What stands in one of these columns. */
export const resultCell = (row: BroadsheetRow, { key }: ResultColumn): string | null => {
  if (key === 'passed') return row.counted ? `${row.passed} of ${row.counted}` : null;
  const value = row[key];
  return value === null ? null : String(value);
};
