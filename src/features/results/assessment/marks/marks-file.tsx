import { router } from '@inertiajs/core';
import { countOf } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { CheckedFile } from '#web/client/checked-file.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { CheckedFileMarks } from './check-file.ts';
import type { SavedMarks } from './save-marks.ts';

interface MarksFileProps {
  /** The address of the course's marks. */
  here: string;
  open: boolean;
  onClose: () => void;
  /** The page has the new marks. */
  onSaved: () => void;
}

/** Marks from the course's own template: checked first, saved after a look. */
export function MarksFile({ here, open, onClose, onSaved }: MarksFileProps) {
  const { send, busy, message } = useRemote<SavedMarks>();
  const save = async ({ cells }: CheckedFileMarks) => {
    const answer = await send('post', `${here}/marks`, { cells } as never);
    if (!answer) return false;
    const { saved, problems } = answer.json;
    const left = problems.length > 0 ? ` Not saved: ${problems[0]!.message} Check the file again.` : '';
    toast({ tone: left ? 'bad' : 'good', message: `${countOf(saved, 'mark')} saved.${left}` });
    router.reload({ onSuccess: onSaved });
    return true;
  };
  return (
    <CheckedFile<CheckedFileMarks>
      open={open}
      onClose={onClose}
      busy={busy}
      message={message}
      save={save}
      title="Upload marks"
      action={`${here}/marks/check`}
      noun="mark"
      changesOf={({ cells }) => cells.length}
      about={
        <>
          <a href={`${here}/marks.xlsx`}>Download the template</a>, which lists the students with the marks that are in,
          and fill it in. Empty cells change nothing.
        </>
      }
      preview={({ preview, cells }) => (
        <ul>
          {preview.map(({ name, part, was, entry }, at) => (
            <li key={at}>
              {name}, {part}: {was ? `${was} becomes ${entry}` : entry}
            </li>
          ))}
          {cells.length > preview.length && <li>and {countOf(cells.length - preview.length, 'other')}</li>}
        </ul>
      )}
    />
  );
}
