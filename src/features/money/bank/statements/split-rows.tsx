import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import type { Choice } from '#kernel/choices.ts';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { money } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { LineDetails } from './bank.queries.ts';
import type { SuggestedShare } from './suggest-split.ts';
import { AmountInput } from '#features/money/payments/shared/amount-input.tsx';
import classes from '../bank.module.css';

interface Row {
  key: number;
  student: Choice | null;
  amount: number | null;
}

/** Several students and what each gets of a line; the brothers and sisters of the first are filled in. */
export function SplitRows({ line, first }: { line: LineDetails; first: Choice | null }) {
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
            ? 'All of it is split.'
            : left > 0
              ? `${money(left, line.currency)} is left.`
              : `${money(-left, line.currency)} too much.`}
        </span>
      </p>
    </div>
  );
}
