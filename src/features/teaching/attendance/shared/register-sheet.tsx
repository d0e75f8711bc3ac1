import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';
import { markKinds, markKindNames, type MarkKind, isAttended, longestRemark, mostMinutes } from '../mark-kinds.ts';
import { withKind } from './with-kind.ts';
import { changesOf, countsOf, firstMark, type ShownRow } from './register-rows.ts';
import classes from './register-sheet.module.css';
import { cx } from '#ui/cx.ts';
import { IconDots } from '#ui/icons.tsx';
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

/** The letter of the printed register marks. */
const keys: Partial<Record<string, MarkKind>> = Object.fromEntries(
  markKindNames.map((kind) => [markKinds[kind].letter.toLowerCase(), kind]),
);

/** Everybody in a register: present to begin with, one touch for the others. Works with and without a network. */
export function RegisterSheet(props: RegisterSheetProps) {
  const { rows, saved, codes, isOpen, needsReason } = props;
  const [touched, setTouched] = useState<ReadonlyMap<number, Mark> | null>(null);
  // Until something is touched, what an earlier visit has left: it is there once the device has been read.
  const changed = touched ?? props.draft ?? nothing;
  const [opened, setOpened] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [isSaving, setSaving] = useState(false);
  const list = useRef<HTMLOListElement>(null);
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

  function focusRow(at: number): void {
    const groups = list.current!.querySelectorAll<HTMLElement>('[role=radiogroup]');
    const group = groups[Math.max(0, Math.min(at, groups.length - 1))];
    group?.querySelector<HTMLElement>('input:checked, input')?.focus();
    group?.scrollIntoView({ block: 'nearest' });
  }

  /** A letter marks the row and goes on to the next; the arrows move between rows. */
  function onKeys(event: KeyboardEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('[data-row]');
    const isTyping = (event.target as Element).matches('input:not([type=radio]), select, textarea');
    if (!row || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(row.dataset['row']);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      return focusRow(at + (event.key === 'ArrowDown' ? 1 : -1));
    }
    const kind = keys[event.key.toLowerCase()];
    if (!kind || !isOpen) return;
    event.preventDefault();
    const { id } = rows[at]!;
    put(id, withKind(marks.get(id)!, kind));
    focusRow(at + 1);
  }

  return (
    <>
      {/* The rows' own controls are focused; what they do not handle comes here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol ref={list} className={classes.rows} onKeyDown={onKeys} aria-label="Students">
        {rows.map((row, at) => (
          <RegisterRow
            key={row.id}
            row={row}
            at={at}
            codes={codes}
            isOpen={isOpen}
            mark={marks.get(row.id)!}
            isNew={isTaken && !saved.has(row.id)}
            isMore={opened === row.id}
            onMore={() => setOpened(opened === row.id ? null : row.id)}
            onMark={(mark) => put(row.id, mark)}
          />
        ))}
      </ol>
      {isOpen && (
        <div className={classes.bar} data-reach={asksReason ? 'tall' : 'always'}>
          {asksReason && (
            <label className={classes.reason}>
              Reason for the correction
              <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
            </label>
          )}
          <p className={classes.counts} aria-live="polite">
            <span>
              <b>{counts.present}</b> present{counts.late > 0 && ` (${counts.late} late)`}
            </span>{' '}
            ·{' '}
            <span>
              <b>{counts.absent}</b> absent
            </span>
          </p>
          <Button
            tone="primary"
            loading={isSaving}
            disabled={changes.length === 0 || (asksReason && reason.trim() === '')}
            onClick={() => void save()}
          >
            {isTaken
              ? changes.length > 0
                ? `Save ${countOf(changes.length, 'change')}`
                : props.done
              : 'Save register'}
          </Button>
        </div>
      )}
    </>
  );
}

interface RegisterRowProps {
  row: ShownRow;
  at: number;
  mark: Mark;
  codes: readonly Code[];
  isOpen: boolean;
  /** Joined since the register was taken. */
  isNew: boolean;
  isMore: boolean;
  onMore(): void;
  onMark(mark: Mark): void;
}

const quick = ['present', 'absent', 'late'] as const;

/** One student: the name turns "present" into "absent", three buttons mark, and the rest opens below. */
function RegisterRow({ row, at, mark, codes, isOpen, isNew, isMore, onMore, onMark }: RegisterRowProps) {
  const isQuick = (quick as readonly MarkKind[]).includes(mark.kind) && mark.codeId === null;
  const note = isNew ? 'Not marked yet' : (row.expected?.why ?? (row.isFormer ? 'Has left the class' : ''));
  const says = !isQuick || mark.kind === 'late' || mark.leftAt || mark.remark ? markLabel(mark, codes) : '';
  return (
    <li className={cx(classes.row, !isAttended(mark.kind) && classes.away)} data-row={at}>
      <button
        type="button"
        className={classes.name}
        disabled={!isOpen}
        tabIndex={-1}
        aria-hidden
        onClick={() => onMark(withKind(mark, isAttended(mark.kind) ? 'absent' : 'present'))}
      >
        <span>
          <b>{row.name}</b>
          <small>{[row.number, says || note].filter(Boolean).join(' · ')}</small>
        </span>
      </button>
      <div className={classes.choices} role="radiogroup" aria-label={`${row.name}${says ? `: ${says}` : ''}`}>
        {quick.map((kind) => (
          <label key={kind} className={cx(classes.choice, classes[kind])} title={markKinds[kind].label}>
            <input
              type="radio"
              name={`mark-${row.id}`}
              checked={mark.kind === kind && mark.codeId === null}
              disabled={!isOpen}
              onChange={() => onMark(withKind(mark, kind))}
            />
            <span aria-hidden>{markKinds[kind].letter}</span>
            <span className="visually-hidden">{markKinds[kind].label}</span>
          </label>
        ))}
      </div>
      <button
        type="button"
        className={cx(classes.more, !isQuick && classes.chosen)}
        aria-expanded={isMore}
        aria-label={`More for ${row.name}`}
        onClick={onMore}
      >
        {isQuick ? <IconDots /> : markKinds[mark.kind].letter}
      </button>
      {isMore && <MoreFields row={row} mark={mark} codes={codes} isOpen={isOpen} onMark={onMark} />}
    </li>
  );
}

type MoreProps = Pick<RegisterRowProps, 'row' | 'mark' | 'codes' | 'isOpen' | 'onMark'>;

/** Everything else that can be said of a student in a register. */
function MoreFields({ row, mark, codes, isOpen, onMark }: MoreProps) {
  const own = codes.filter((code) => !code.isRetired || code.id === mark.codeId);
  const value = mark.codeId === null ? mark.kind : `${mark.codeId}`;
  const choose = (chosen: string) => {
    const code = own.find(({ id }) => String(id) === chosen);
    onMark(code ? withKind(mark, code.meaning, code.id) : withKind(mark, chosen as MarkKind));
  };
  return (
    <fieldset className={classes.fields} disabled={!isOpen}>
      <legend className="visually-hidden">{row.name}</legend>
      <label>
        Mark
        <select value={value} onChange={(event) => choose(event.target.value)}>
          {markKindNames.map((kind) => (
            <option key={kind} value={kind}>
              {markKinds[kind].label}
            </option>
          ))}
          {own.map((code) => (
            <option key={code.id} value={code.id}>
              {code.label}
            </option>
          ))}
        </select>
      </label>
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
      <label className={classes.wide}>
        Remark
        <input
          maxLength={longestRemark}
          value={mark.remark ?? ''}
          onChange={(event) => onMark({ ...mark, remark: event.target.value || null })}
        />
      </label>
    </fieldset>
  );
}
