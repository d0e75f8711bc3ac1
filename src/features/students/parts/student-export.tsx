import { useWords } from '#web/client/use-words.ts';
import { PeopleExport } from '#web/client/people-export.tsx';
import { flatFilter } from '#features/custom-fields/flat-filter.ts';
import type { StudentListProps } from '../students.pages.ts';

interface StudentExportProps extends Pick<StudentListProps, 'filter' | 'total'> {
  open: boolean;
  onClose: () => void;
  isPart: boolean;
}

/** The list in view as a file; columns in the school's own words. In the file stand those that the import knows. */
export function StudentExport({ total, filter, ...props }: StudentExportProps) {
  const words = useWords();
  return (
    <PeopleExport
      {...props}
      filter={flatFilter(filter)}
      total={total}
      people="students"
      label={({ key, label }) => (key === 'batch' || key === 'class' ? words[key] : label)}
    />
  );
}
