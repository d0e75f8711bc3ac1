import { useState, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { listName, money } from '#ui/format.ts';
import type { LineDetails } from './bank.queries.ts';
import type { Namesake } from './student-hits.ts';
import { AgainField } from '#features/money/payments/shared/again-field.tsx';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import type { Choice } from '#kernel/choices.ts';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { SuggestedShare } from './lines.routes.ts';
import { AmountInput } from '#features/money/payments/shared/amount-input.tsx';
import classes from '../bank.module.css';

/** Records a line as a payment of one student, or splits it between several. */
export function LineStudents({ line, namesakes }: { line: LineDetails; namesakes: Namesake[] }) {
  const { id, surname, firstName, middleName, admissionNumber, studentId } = line;
  const proposed =
    studentId !== null && surname && firstName
      ? { value: String(studentId), label: listName({ surname, firstName, middleName }), hint: admissionNumber ?? '' }
      : null;
  const [chosen, setChosen] = useState(proposed);
  const [picked, pick] = useState(proposed);
  const [isSplit, setSplit] = useState(false);
  if (isSplit)
    return (
      <EditForm action={`/bank-lines/${id}/split`} submit="Record payment" guard={false}>
        <SplitRows line={line} first={chosen} />
        <AgainField />
      </EditForm>
    );
  return (
    <>
      <Namesakes
        namesakes={namesakes}
        currency={line.currency}
        onPick={(choice) => {
          pick(choice);
          setChosen(choice);
        }}
      />
      <EditForm
        action={`/bank-lines/${id}/confirm`}
        submit="Record payment"
        guard={false}
        aside={
          <Button tone="plain" onClick={() => setSplit(true)}>
            Split between students
          </Button>
        }
      >
        <SearchSelectField
          key={picked?.value}
          name="student_id"
          label="Student"
          search={`/bank-lines/student-options?institution_id=${line.institutionId}`}
          defaultChoice={picked}
          onChange={(choice) => setChosen(choice && { ...choice, hint: choice.hint ?? '' })}
          help="It pays the oldest fees first. The rest becomes credit."
        />
        <AgainField />
      </EditForm>
    </>
  );
}

interface Props {
  namesakes: Namesake[];
  currency: string;
  onPick: (choice: { value: string; label: string; hint: string }) => void;
}

/** Students who fit a line equally well: one of them is chosen by hand. */
function Namesakes({ namesakes, currency, onPick }: Props) {
  const isCard = useMedia(NARROW);
  if (namesakes.length === 0) return null;
  return (
    <DataTable
      name="bank-line-namesakes"
      caption="Possible students"
      rows={namesakes}
      columns={[
        { key: 'student', title: 'Student', primary: true, render: listName },
        { key: 'number', title: 'Admission number', card: 'line', render: ({ admissionNumber }) => admissionNumber },
        { key: 'batch', title: 'Class', card: 'line', render: ({ batch }) => batch ?? 'Without a class' },
        figureColumn<(typeof namesakes)[number]>(
          'owed',
          'Owes',
          ({ owed }) => (isCard ? `owes ${money(owed, currency)}` : money(owed, currency)),
          {
            card: 'line',
          },
        ),
        {
          key: 'choose',
          title: 'Choose',
          card: 'aside',
          hideable: false,
          render: (row) => (
            <Button
              small
              aria-label={`Choose ${listName(row)}, ${row.admissionNumber}`}
              onClick={() => {
                const { id, admissionNumber } = row;
                // The name alone says not which of them is chosen.
                onPick({ value: String(id), label: `${listName(row)}, ${admissionNumber}`, hint: '' });
              }}
            >
              Choose
            </Button>
          ),
        },
      ]}
    />
  );
}

interface Row {
  key: number;
  student: Choice | null;
  amount: number | null;
}

/** Several students and what each gets of a line; the brothers and sisters of the first are filled in. */
function SplitRows({ line, first }: { line: LineDetails; first: Choice | null }) {
  const next = useRef(2);
  const [rows, setRows] = useState<Row[]>([
    { key: 0, student: first, amount: first ? line.amount : null },
    { key: 1, student: null, amount: null },
  ]);
  const left = rows.reduce((rest, { amount }) => rest - (amount ?? 0), line.amount);
  const change = (key: number, part: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const fill = async (studentId: string) => {
    try {
      const { json } = await remote<{ shares: SuggestedShare[] }>('get', `/bank-lines/${line.id}/family`, {
        student_id: studentId,
      });
      setRows(json.shares.map(({ amount, ...student }) => ({ key: next.current++, student, amount })));
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    }
  };
  const head = first?.value;
  useEffect(() => {
    if (head) void fill(head);
    // Only for the student that was chosen before.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [head]);
  return (
    <div className={classes.split} data-field="shares">
      {rows.map(({ key, student, amount }, at) => (
        <div key={key} className={classes.share}>
          <SearchSelectField
            name={`shares.${at}.student_id`}
            label={`Student ${at + 1}`}
            optional={at > 0}
            search={`/bank-lines/student-options?institution_id=${line.institutionId}`}
            defaultChoice={student}
            onChange={(choice) => {
              change(key, { student: choice });
              if (choice && rows.every((row) => row.key === key || !row.student)) void fill(choice.value);
            }}
          />
          <label>
            <span>Amount</span>
            <AmountInput
              aria-label={`Amount of student ${at + 1}`}
              value={amount ?? 0}
              onChange={(minor) => change(key, { amount: minor })}
            />
            <input type="hidden" name={`shares.${at}.amount`} value={student ? (amount ?? '') : ''} />
          </label>
        </div>
      ))}
      <p className={classes.sum}>
        <Button small onClick={() => setRows([...rows, { key: next.current++, student: null, amount: null }])}>
          Add student
        </Button>
        <span role="status">
          {left === 0
            ? 'Fully split.'
            : left > 0
              ? `${money(left, line.currency)} is left.`
              : `${money(-left, line.currency)} too much.`}
        </span>
      </p>
    </div>
  );
}
