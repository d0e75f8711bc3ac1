import { cx } from '#ui/cx.ts';
import { IconDots } from '#ui/icons.tsx';
import { isAttended, longestRemark, markKinds, markKindNames, mostMinutes, type MarkKind } from '../mark-kinds.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';
import { markWords } from './mark-words.ts';
import type { ShownRow } from './register-rows.ts';
import { withKind } from './with-kind.ts';
import classes from './register-sheet.module.css';

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
export function RegisterRow({ row, at, mark, codes, isOpen, isNew, isMore, onMore, onMark }: RegisterRowProps) {
  const isQuick = (quick as readonly MarkKind[]).includes(mark.kind) && mark.codeId === null;
  const note = isNew ? 'Not marked yet' : (row.expected?.why ?? (row.isFormer ? 'Has left the class' : ''));
  const says = !isQuick || mark.kind === 'late' || mark.leftAt || mark.remark ? markWords(mark, codes) : '';
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
