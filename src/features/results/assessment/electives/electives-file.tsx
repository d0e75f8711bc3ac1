import { countOf } from '#ui/format.ts';
import { CheckedFile } from '#web/client/checked-file.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { CheckedElectives } from './check-electives-file.ts';
import type { Elective } from './electives-page.queries.ts';

interface ElectivesFileProps {
  /** The address of the class arm's electives. */
  here: string;
  electives: Elective[];
  open: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Electives from a file: checked first, saved after a look. */
export function ElectivesFile({ here, electives, open, onClose, onDone }: ElectivesFileProps) {
  const { send, busy, message } = useRemote<{ message: string }>();
  const save = async ({ choices }: CheckedElectives) => {
    const answer = await send('post', here, { choices, replace: true } as never);
    if (!answer) return false;
    onDone(answer.json.message);
    return true;
  };
  return (
    <CheckedFile<CheckedElectives>
      open={open}
      onClose={onClose}
      busy={busy}
      message={message}
      save={save}
      title="Choose electives by file"
      action={`${here}/check`}
      noun="choice"
      changesOf={({ choices }) => choices.length}
      about={`A column with admission numbers, and one with the elective of each student: ${electives.map(({ title }) => title).join(', ')}.`}
      preview={({ preview, choices }) => (
        <ul>
          {preview.map(({ name, elective }) => (
            <li key={`${name} ${elective}`}>
              {name}: {elective}
            </li>
          ))}
          {choices.length > preview.length && <li>and {countOf(choices.length - preview.length, 'other')}</li>}
        </ul>
      )}
    />
  );
}
