import { count } from '#ui/format.ts';
import { useWords } from '#web/client/use-words.ts';
import type { Terms } from '#web/shell.ts';
import { ExportDialog } from '#ui/export-dialog.tsx';
import { studentExportColumns, studentExportKeys, usualExportKeys } from '../export-columns.ts';
import { flatFilter } from '../flat-filter.ts';
import type { StudentListProps } from '../students.pages.ts';

interface StudentExportProps extends Pick<StudentListProps, 'filter' | 'total'> {
  open: boolean;
  onClose: () => void;
  /** Some students of the list are of institutions in which the person may not export. */
  isPart: boolean;
}

/** The list in view as a file. */
export function StudentExport({ open, onClose, filter, total, isPart }: StudentExportProps) {
  const words = useWords();
  return (
    <ExportDialog
      open={open}
      onClose={onClose}
      title="Export students"
      address="/students/export"
      params={flatFilter(filter)}
      columns={columnsIn(words)}
      name="students"
    >
      {wordsFor(total, isPart)}
    </ExportDialog>
  );
}

// Past it a list is not counted: countLimit of the queries.
const counted = 100_000;

function wordsFor(total: number | undefined, isPart: boolean): string {
  const as = 'filtered and sorted like this list.';
  if (isPart) return `The students of those institutions in which you may export, ${as}`;
  if (total === undefined) return `All students of this list, ${as}`;
  if (total > counted) return `More than ${count(counted)} students, ${as}`;
  return `${count(total)} ${total === 1 ? 'student' : 'students'}, ${as}`;
}

/** In the school's own words; in the file stand those that the import knows. */
const columnsIn = (words: Terms) =>
  studentExportKeys.map((key) => ({
    key,
    label: key === 'batch' || key === 'class' ? words[key] : studentExportColumns[key].header,
    isUsual: usualExportKeys.includes(key),
  }));
