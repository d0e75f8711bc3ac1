import { useMemo, useState } from 'react';
import { countOf } from '#ui/format.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';
import { markKinds, markKindNames, type MarkKind, isAttended, longestRemark, mostMinutes } from '../mark-kinds.ts';
import { withKind } from './with-kind.ts';
import { changesOf, countsOf, firstMark, type ShownRow } from './register-rows.ts';
import { RegisterBar, RegisterFields, RegisterList, type RegisterLine } from '#ui/register/register-list.tsx';
import { markLabel } from './outbox-notes.tsx';

interface RegisterSheetProps {
  rows: readonly ShownRow[];
  /** What stands in the register with what waits on the device; empty: not taken. */
  saved: ReadonlyMap<number, Mark>;
  /** Marks that an earlier visit did not save. */
  draft: ReadonlyMap<number, Mark> | null;
  codes: readonly Code[];
  isOpen: boolean;
  /** Marks that exist are changed with a reason. */
  needsReason: boolean;
  /** What has become of it, where nothing is left to save: 'Saved 08:12 am'. */
  done: string;
  onDraft(marks: ReadonlyMap<number, Mark> | null): void;
  onSave(changes: ReturnType<typeof changesOf>, reason: string): Promise<void>;
}

const nothing: ReadonlyMap<number, Mark> = new Map();

/** Everybody in a register: present to begin with, one touch for the others. Works with and without a network. */
export function RegisterSheet(props: RegisterSheetProps) {
  const { rows, saved, codes, isOpen, needsReason } = props;
  const [touched, setTouched] = useState<ReadonlyMap<number, Mark> | null>(null);
  // Until something is touched, what an earlier visit has left: it is there once the device has been read.
  const changed = touched ?? props.draft ?? nothing;
  const [opened, setOpened] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [isSaving, setSaving] = useState(false);
  const isTaken = saved.size > 0;

  const marks = useMemo(
    () => new Map(rows.map((row) => [row.id, changed.get(row.id) ?? firstMark(row, saved)])),
    [rows, changed, saved],
  );
  const changes = changesOf(rows, marks, saved);
  const counts = countsOf(rows.flatMap((row) => (row.isFormer && !saved.has(row.id) ? [] : marks.get(row.id)!)));
  const asksReason = needsReason && changes.some(({ was }) => was !== null);

  function put(id: number, mark: Mark): void {
    const next = new Map(changed).set(id, mark);
    setTouched(next);
    props.onDraft(next);
  }

  async function save(): Promise<void> {
    setSaving(true);
    try {
      await props.onSave(changes, reason.trim());
      setTouched(nothing);
      setReason('');
      setOpened(null);
    } finally {
      setSaving(false);
    }
  }

  const lines = rows.map((row): RegisterLine<MarkKind> => {
    const mark = marks.get(row.id)!;
    const isNew = isTaken && !saved.has(row.id);
    const note = isNew ? 'Not marked yet' : (row.expected?.why ?? (row.isFormer ? 'Has left the class' : ''));
    const isPlain = (mark.kind === 'present' || mark.kind === 'absent') && mark.codeId === null;
    const marked = !isPlain || mark.leftAt || mark.remark ? markLabel(mark, codes) : '';
    return {
      id: row.id,
      name: row.name,
      kind: mark.kind,
      note: [row.number, marked || note].filter(Boolean).join(' · '),
      isOther: mark.codeId !== null,
      isAway: !isAttended(mark.kind),
    };
  });
  const action = changes.length > 0 ? `Save ${countOf(changes.length, 'change')}` : props.done;

  return (
    <>
      <RegisterList
        label="Students"
        lines={lines}
        kinds={markKinds}
        isOpen={isOpen}
        onMark={(id, kind) => put(id, withKind(marks.get(id)!, kind))}
        opened={opened}
        onOpen={setOpened}
        fieldsOf={(id) => (
          <MoreFields
            name={rows.find((row) => row.id === id)!.name}
            mark={marks.get(id)!}
            codes={codes}
            isOpen={isOpen}
            onMark={(mark) => put(id, mark)}
          />
        )}
      />
      {isOpen && (
        <RegisterBar
          counts={counts}
          action={isTaken ? action : 'Save register'}
          isSaving={isSaving}
          disabled={changes.length === 0 || (asksReason && reason.trim() === '')}
          onSave={() => void save()}
          reason={asksReason && { value: reason, maxLength: 200, onChange: setReason }}
        />
      )}
    </>
  );
}

interface MoreProps {
  name: string;
  mark: Mark;
  codes: readonly Code[];
  isOpen: boolean;
  onMark: (mark: Mark) => void;
}

/** Everything else that can be said of a student in a register. */
function MoreFields({ name, mark, codes, isOpen, onMark }: MoreProps) {
  const own = codes.filter((code) => !code.isRetired || code.id === mark.codeId);
  const choose = (chosen: string) => {
    const code = own.find(({ id }) => String(id) === chosen);
    onMark(code ? withKind(mark, code.meaning, code.id) : withKind(mark, chosen as MarkKind));
  };
  const options = [
    ...markKindNames.map((kind) => ({ value: kind as string, label: markKinds[kind].label })),
    ...own.map(({ id, label }) => ({ value: String(id), label })),
  ];
  return (
    <RegisterFields
      name={name}
      isOpen={isOpen}
      value={mark.codeId === null ? mark.kind : String(mark.codeId)}
      options={options}
      onChoose={choose}
    >
      {mark.kind === 'late' && (
        <label>
          Minutes late
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={mostMinutes}
            value={mark.minutes ?? ''}
            onChange={(event) => onMark({ ...mark, minutes: Math.round(Number(event.target.value)) || null })}
          />
        </label>
      )}
      {isAttended(mark.kind) && (
        <label>
          Left early at
          <input
            type="time"
            value={mark.leftAt ?? ''}
            onChange={(event) => onMark({ ...mark, leftAt: event.target.value || null })}
          />
        </label>
      )}
      <label>
        Remark
        <input
          maxLength={longestRemark}
          value={mark.remark ?? ''}
          onChange={(event) => onMark({ ...mark, remark: event.target.value || null })}
        />
      </label>
    </RegisterFields>
  );
}
