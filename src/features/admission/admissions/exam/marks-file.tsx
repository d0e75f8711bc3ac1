import { router } from '@inertiajs/core';
import { countOf } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { CheckedFile } from '#web/client/checked-file.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { Examination } from './exam.queries.ts';
import type { CheckedMarks } from './read-marks-file.ts';
import type { SavedMarks } from './save-marks.ts';

interface MarksFileProps {
  exam: Examination;
  open: boolean;
  onClose: () => void;
  /** The page has the new marks. */
  onSaved: () => void;
}

/** Marks from a file: it is checked first, and saved after a look. */
export function MarksFile({ exam, open, onClose, onSaved }: MarksFileProps) {
  const { send, busy, message } = useRemote<SavedMarks>();
  const here = `/intakes/${exam.id}/marks`;
  const save = async ({ marks }: CheckedMarks) => {
    const answer = await send('post', here, { marks } as never);
    if (!answer) return false;
    const { saved, problems } = answer.json;
    toast({
      tone: problems.length ? 'bad' : 'good',
      message: `${countOf(saved, 'mark')} saved.${problems.length ? ` ${countOf(problems.length, 'mark was', 'marks were')} changed by somebody meanwhile and stayed. Upload the file again to look at them.` : ''}`,
    });
    router.reload({ onSuccess: onSaved });
    return true;
  };
  return (
    <CheckedFile<CheckedMarks>
      open={open}
      onClose={onClose}
      busy={busy}
      message={message}
      save={save}
      title="Upload marks"
      action={`${here}/check`}
      noun="mark"
      changesOf={({ marks }) => marks.length}
      about={
        <>
          A CSV or Excel file with the columns Number and one or more of:{' '}
          {exam.tests.map(({ label }) => label).join(', ')}
          {exam.tests.length > 0 && ', '}Interview. <a href={`${here}.xlsx`}>Download the template</a> with all
          applicants.
        </>
      }
    />
  );
}
