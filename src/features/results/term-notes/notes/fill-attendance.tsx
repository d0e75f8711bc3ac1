import { router } from '@inertiajs/core';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Secondary } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { SavedNotes } from './save-notes.ts';
import { openedField } from './note-fields.ts';
import type { AttendanceChange, ProposedAttendance } from './notes.routes.ts';
import classes from '../shared/notes.module.css';

const keyOf = ({ studentId }: AttendanceChange) => studentId ?? 0;

/** Fills in attendance as the registers have it, after it was shown. What was typed changes only where it is ticked. */
export function FillAttendance({ sheetId }: { sheetId: number }) {
  const [found, setFound] = useState<ProposedAttendance | null>(null);
  const [replaced, setReplaced] = useState<ReadonlySet<number>>(new Set());
  const asking = useRemote<ProposedAttendance>();
  const saving = useRemote<SavedNotes>();
  const close = () => setFound(null);
  const open = async () => {
    const answer = await asking.send('get', `/mark-sheets/${sheetId}/register-totals`);
    if (!answer) return;
    setReplaced(new Set());
    setFound(answer.json);
  };
  const changes = found?.changes ?? [];
  const [empty, typed] = [
    changes.filter(({ entered }) => entered === ''),
    changes.filter(({ entered }) => entered !== ''),
  ];
  const chosen = [...empty, ...typed.filter((change) => replaced.has(keyOf(change)))];
  const fill = async () => {
    const cells = chosen.map(({ studentId, entered, counted }) => ({
      studentId,
      field: studentId === null ? openedField : 'present',
      note: counted,
      was: entered,
    }));
    const answer = await saving.send('post', `/mark-sheets/${sheetId}/notes`, { cells });
    if (!answer) return;
    const { saved, problems } = answer.json;
    close();
    if (problems.length > 0)
      toast({
        tone: 'bad',
        message: `${countOf(problems.length, 'figure')} could not be filled in. ${problems[0]!.message}`,
      });
    else toast({ message: `${countOf(saved, 'figure')} filled in from the registers.` });
    router.visit(window.location.href, { preserveState: false, preserveScroll: true });
  };
  const toggle = (key: number) =>
    setReplaced((before) => new Set([...before].filter((one) => one !== key).concat(before.has(key) ? [] : key)));
  return (
    <>
      <Button small loading={asking.busy} onClick={() => void open()}>
        Fill in attendance from the registers
      </Button>
      {asking.message && <span role="alert">{asking.message}</span>}
      <Dialog open={found !== null} onClose={close} title="Fill in attendance from the registers" busy={saving.busy}>
        {found?.refused && <p>{found.refused}</p>}
        {found && !found.refused && (
          <p>
            The school opened {countOf(found.timesOpened, 'time')}.{' '}
            {changes.length === 0
              ? 'All figures already match the registers.'
              : empty.length > 0
                ? `${countOf(empty.length, 'empty figure')} will be filled in.`
                : 'No figure is empty.'}
          </p>
        )}
        {empty.length > 0 && (
          <ul className={classes.proposals}>
            {empty.map((change) => (
              <li key={keyOf(change)}>
                {change.name} <b>{change.counted}</b>
              </li>
            ))}
          </ul>
        )}
        {typed.length > 0 && (
          <fieldset className={classes.differences}>
            <legend>{countOf(typed.length, 'figure')} entered differently. Tick those to replace.</legend>
            {typed.map((change) => (
              <label key={keyOf(change)}>
                <input type="checkbox" checked={replaced.has(keyOf(change))} onChange={() => toggle(keyOf(change))} />
                {change.name}: replace {change.entered} with {change.counted}
              </label>
            ))}
          </fieldset>
        )}
        {found && found.without.length > 0 && (
          <p>
            <Secondary>
              {countOf(found.without.length, 'student')} in no register of the term:{' '}
              {found.without.slice(0, 5).join('; ')}
              {found.without.length > 5 && ` and ${count(found.without.length - 5)} more`}.
            </Secondary>
          </p>
        )}
        {saving.message && <p role="alert">{saving.message}</p>}
        <div className={classes.fill}>
          {changes.length > 0 && (
            <Button tone="primary" loading={saving.busy} disabled={chosen.length === 0} onClick={() => void fill()}>
              Fill in {countOf(chosen.length, 'figure')}
            </Button>
          )}
          <Button onClick={close}>{changes.length > 0 ? 'Cancel' : 'Close'}</Button>
        </div>
      </Dialog>
    </>
  );
}
