import { type KeyboardEvent, useContext, useEffect, useRef } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FormErrors } from '#ui/forms/field.tsx';
import { money } from '#ui/format.ts';
import { IconPlus, IconTrash } from '#ui/icons.tsx';
import { accountKinds } from '#features/money/ledger/chart.ts';
import type { PostableAccount } from './hold-accounts.ts';
import { EntryLineFields } from './entry-line-fields.tsx';
import { useEntryLines } from './use-entry-lines.ts';
import classes from './entry-lines.module.css';

const most = 40;

/** The lines of a journal entry with their sums. Enter goes to the next line, and adds one after the last. */
export function EntryLines({ accounts, currency }: { accounts: PostableAccount[]; currency: string }) {
  const { lines, debit, credit, change, remove, add } = useEntryLines();
  const box = useRef<HTMLDivElement>(null);
  const focus = useRef<number | null>(null);
  const error = useContext(FormErrors)['lines'];
  const off = debit - credit;
  useEffect(() => {
    if (focus.current === null) return;
    focusLine(box.current, focus.current);
    focus.current = null;
  });
  const grow = () => {
    focus.current = add();
  };
  const onEnter = (event: KeyboardEvent, at: number) => {
    const isField = (event.target as HTMLElement).matches('input, select');
    if (event.key !== 'Enter' || !isField || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = lines[at + 1];
    const isComplete = off === 0 && debit > 0 && lines.every(({ account }) => account !== '');
    if (next) focusLine(box.current, next.key);
    // As any form is sent from its last field; a select alone would not.
    else if (isComplete) box.current?.closest('form')?.requestSubmit();
    else if (lines.length < most) grow();
  };
  return (
    <div className={classes.lines} ref={box} data-field="lines">
      {lines.map((line, at) => (
        // Enter in any field of the line.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          key={line.key}
          role="group"
          aria-label={`Line ${at + 1}`}
          className={classes.line}
          data-line={line.key}
          onKeyDown={(event) => onEnter(event, at)}
        >
          <EntryLineFields
            line={line}
            currency={currency}
            groups={groupsOf(accounts)}
            onChange={(changes) => change(line.key, changes)}
          />
          <IconButton
            className={classes.remove}
            label={`Remove line ${at + 1}`}
            disabled={lines.length <= 2}
            onClick={() => remove(line.key)}
          >
            <IconTrash size={16} />
          </IconButton>
        </div>
      ))}
      <div className={classes.foot}>
        {lines.length < most && (
          <Button icon={<IconPlus />} onClick={grow}>
            Add line
          </Button>
        )}
        <p role="status" className={cx(classes.sums, off !== 0 && classes.off)}>
          <span>
            Debit <b>{money(debit, currency)}</b>
          </span>
          <span>
            Credit <b>{money(credit, currency)}</b>
          </span>
          <span>{off === 0 ? 'Balanced' : `${money(Math.abs(off), currency)} to balance`}</span>
        </p>
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </div>
  );
}

const focusLine = (box: HTMLElement | null, key: number) =>
  box?.querySelector<HTMLElement>(`[data-line="${key}"] select`)?.focus();

const groupsOf = (accounts: PostableAccount[]) =>
  [...Map.groupBy(accounts, ({ kind }) => kind)].map(([kind, rows]) => ({
    label: accountKinds[kind],
    options: rows.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` })),
  }));
