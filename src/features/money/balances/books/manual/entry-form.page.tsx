import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { dateText, money } from '#ui/format.ts';
import type { PropsOf } from '#web/page.ts';
import type { entryFormPage } from '../books.pages.ts';
import { type KeyboardEvent, useContext, useEffect, useRef, useState, type ComponentProps } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FormErrors, Field } from '#ui/forms/field.tsx';
import { IconPlus, IconTrash } from '#ui/icons.tsx';
import { accountKinds } from '#features/money/ledger/chart.ts';
import type { PostableAccount } from './manual-approval.ts';
import classes from './entry-lines.module.css';
import { SelectField } from '#ui/forms/select-field.tsx';
import field from '#ui/forms/field.module.css';
import { amountPattern, toMinor } from '#ui/forms/money-field.tsx';

/** A journal entry that a second person posts. */
export default function EntryFormPage(props: PropsOf<typeof entryFormPage>) {
  const { accounts, currency, today, closedThrough, ...place } = props;
  const { href } = useAddress();
  const back = href('/ledger');
  return (
    <>
      <PageHeader
        title="Add journal entry"
        breadcrumbs={[{ label: 'Journal', href: back }]}
        description="For transactions without a document here, such as bank charges, cash taken to the bank or an opening balance. A second person approves it before it is posted."
      />
      <EditForm key={place.institutionId} action="/ledger/entries" submit="Request approval" cancelHref={back} long>
        <FormSection>
          <InstitutionChoice {...place} />
          <FieldRow>
            <DatePickerField
              name="day"
              label="Date"
              defaultValue={today}
              max={today}
              help={closedThrough ? `The books are closed up to ${dateText(closedThrough)}.` : undefined}
            />
            <TextField
              name="description"
              label="Description"
              maxLength={160}
              placeholder="Bank charges for November"
              help="Don’t enter people’s names: the journal is never rewritten."
              autoComplete="off"
            />
          </FieldRow>
        </FormSection>
        <FormSection
          title="Lines"
          description="Press Enter for the next line. The last line takes the difference unless you type an amount there."
        >
          <EntryLines accounts={accounts} currency={currency} />
        </FormSection>
      </EditForm>
    </>
  );
}

const maxEntryLines = 40;

/** The lines of a journal entry with their sums. Enter goes to the next line, and adds one after the last. */
function EntryLines({ accounts, currency }: { accounts: PostableAccount[]; currency: string }) {
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
    else if (lines.length < maxEntryLines) grow();
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
        {lines.length < maxEntryLines && (
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

interface EntryLineFieldsProps {
  line: EntryRow;
  currency: string;
  groups: NonNullable<ComponentProps<typeof SelectField>['groups']>;
  onChange: (changes: Partial<EntryRow>) => void;
}

/** Account, note, and an amount on one of its sides. A line that nobody touched is not required. */
function EntryLineFields({ line, currency, groups, onChange }: EntryLineFieldsProps) {
  const { key, account, note, amount } = line;
  const field = (name: string) => `lines.${key}.${name}`;
  return (
    <>
      <div className={classes.account}>
        <SelectField
          name={field('account')}
          label="Account"
          optional
          groups={groups}
          value={account}
          onChange={(event) => onChange({ account: event.target.value })}
        />
      </div>
      <div className={classes.note}>
        <TextField
          name={field('note')}
          label="Note"
          optional
          maxLength={160}
          autoComplete="off"
          value={note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </div>
      {([1, -1] as const).map((side) => (
        <AmountField
          key={side}
          name={field(side > 0 ? 'debit' : 'credit')}
          label={side > 0 ? 'Debit' : 'Credit'}
          currency={currency}
          value={amount === null ? null : Math.max(side * amount, 0) || null}
          onChange={(minor) => onChange({ amount: minor === null ? null : side * minor })}
        />
      ))}
    </>
  );
}

interface AmountFieldProps {
  name: string;
  label: string;
  currency: string;
  /** Minor units; null while there is none. */
  value: number | null;
  onChange: (minor: number | null) => void;
}

const shown = (minor: number) => (minor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });

/** A money field that its form changes too: typed text stays until the value differs from it. */
function AmountField({ name, label, value, onChange }: AmountFieldProps) {
  const [text, setText] = useState(value === null ? '' : shown(value));
  useEffect(() => {
    setText((typed) => (toMinor(typed) === value ? typed : value === null ? '' : shown(value)));
  }, [value]);
  return (
    <Field name={name} label={label} optional>
      {(control) => (
        <>
          <input
            {...control}
            className={cx(field.control, classes.amount)}
            inputMode="decimal"
            autoComplete="off"
            pattern={amountPattern}
            title="For example 12,500.00"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onChange(toMinor(event.target.value) || null);
            }}
            onFocus={(event) => event.target.select()}
            onBlur={() => value !== null && setText(shown(value))}
          />
          <input type="hidden" name={name} value={value ?? ''} />
        </>
      )}
    </Field>
  );
}

interface EntryRow {
  key: number;
  account: string;
  note: string;
  /** Signed minor units, debit above zero; null until somebody types one. */
  amount: number | null;
}

const blank = (key: number): EntryRow => ({ key, account: '', note: '', amount: null });
const sumOf = (rows: EntryRow[]) => rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** The lines of an entry in a form. While nobody has typed an amount into the last one, it takes what is missing. */
function useEntryLines() {
  const [rows, setRows] = useState<EntryRow[]>([blank(1), blank(2)]);
  const typed = sumOf(rows);
  const last = rows.at(-1)!;
  const isFilled = last.amount === null && typed !== 0;
  const lines = rows.map((row) => (row === last && isFilled ? { ...row, amount: -typed } : row));
  const debit = lines.reduce((sum, { amount }) => sum + Math.max(amount ?? 0, 0), 0);
  const credit = lines.reduce((sum, { amount }) => sum + Math.max(-(amount ?? 0), 0), 0);
  return {
    lines,
    debit,
    credit,
    change: (key: number, changes: Partial<EntryRow>) =>
      setRows((there) => there.map((row) => (row.key === key ? { ...row, ...changes } : row))),
    remove: (key: number) => setRows((there) => there.filter((row) => row.key !== key)),
    /** Adds a line and returns its key; the line before keeps the amount that it shows. */
    add: () => {
      const key = Math.max(...rows.map((row) => row.key)) + 1;
      setRows([...lines, blank(key)]);
      return key;
    },
  };
}
