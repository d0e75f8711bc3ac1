import { useEffect, useState, type SyntheticEvent } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { count, countOf } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { CutoffClass } from './apply-cutoff.ts';
import classes from '../shared/decisions.module.css';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { FigureRows } from './seats-card.tsx';

interface CutoffCardProps {
  intakeId: number;
  cutoff: number | null;
  /** The usual last day to accept. */
  deadline: string;
  today: string;
}

const waitBefore = 300;

/** A cut-off with its preview: nothing is decided before it is confirmed, and then exactly what was shown. */
export function CutoffCard({ intakeId, cutoff, deadline, today }: CutoffCardProps) {
  const [terms, setTerms] = useState({ cutoff: cutoff === null ? '' : String(cutoff), waiting_from: '', rejects: '' });
  const { send, errors } = useRemote<{ classes: CutoffClass[] }>();
  const [preview, setPreview] = useState<CutoffClass[] | null>(null);
  useEffect(() => {
    setPreview(null);
    if (terms.cutoff.trim() === '') return undefined;
    const timer = setTimeout(async () => {
      const answer = await send('GET', `/intakes/${intakeId}/cutoff`, terms);
      if (answer) setPreview(answer.json.classes);
    }, waitBefore);
    return () => clearTimeout(timer);
  }, [intakeId, send, terms]);
  const change = (key: 'cutoff' | 'waiting_from') => (event: SyntheticEvent<HTMLInputElement>) =>
    setTerms({ ...terms, [key]: event.currentTarget.value });
  const sums = preview && {
    offered: sumOf(preview, 'offered'),
    waiting: sumOf(preview, 'waiting'),
    rejected: sumOf(preview, 'rejected'),
  };

  return (
    <Card title="Cut-off" tour="admission-cutoff">
      <p className={classes.above}>
        Applicants at or above the cut-off mark get the seats in their class, highest mark first. When the seats run
        out, the rest join the waiting list. Applicants without a mark aren’t changed.
      </p>
      <EditForm action={`/intakes/${intakeId}/cutoff`} submit={submitLabel(sums)} guard={false}>
        {/* What was shown: nothing is decided if it would be different by now. */}
        {Object.entries(sums ?? {}).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <div className={classes.fields}>
          <TextField
            name="cutoff"
            label="Cut-off mark"
            inputMode="decimal"
            defaultValue={terms.cutoff}
            onChange={change('cutoff')}
            error={errors['cutoff']}
          />
          <TextField
            name="waiting_from"
            label="Waiting list from"
            optional
            inputMode="decimal"
            onChange={change('waiting_from')}
            error={errors['waiting_from']}
          />
          <DatePickerField name="offer_until" label="Accept by" min={today} defaultValue={deadline} />
        </div>
        <CheckboxField
          name="rejects"
          label="Reject applicants below"
          help="Otherwise they stay under review."
          onChange={(event) => setTerms({ ...terms, rejects: event.currentTarget.checked ? 'on' : '' })}
        />
        {preview && <CutoffPreview classes={preview} />}
      </EditForm>
    </Card>
  );
}

/** The button says what it will do. */
const submitLabel = (sums: { offered: number; waiting: number; rejected: number } | null) =>
  sums
    ? `Offer ${count(sums.offered)}, waiting list ${count(sums.waiting)}, reject ${count(sums.rejected)}`
    : 'Apply cut-off';

type Row = CutoffClass & { id: number };

const sumOf = (rows: readonly CutoffClass[], key: 'offered' | 'waiting' | 'rejected' | 'unmarked') =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** Who would be offered a place, wait or be rejected, by class. */
function CutoffPreview({ classes: rows }: { classes: CutoffClass[] }) {
  const isNarrow = useMedia(NARROW);
  const unmarked = sumOf(rows, 'unmarked');
  const ties = rows.filter(({ tied }) => tied > 0);
  return (
    <div className={classes.preview} aria-live="polite">
      {isNarrow ? (
        <FigureRows
          caption="What the cut-off does"
          rows={rows.map((row) => ({
            id: row.classId ?? 0,
            name: nameOf(row),
            aside: `${count(row.offered)} offered`,
            figures: [
              row.seatsLeft === null ? 'No limit' : `${countOf(row.seatsLeft, 'seat')} left`,
              row.lowest === null ? null : `lowest mark ${count(row.lowest)}`,
              `${count(row.waiting)} waiting`,
              `${count(row.rejected)} rejected`,
              `${count(row.kept)} under review`,
            ],
          }))}
        />
      ) : (
        <DataTable
          name="admissions-cutoff"
          caption="What the cut-off does"
          rows={rows.map((row): Row => ({ ...row, id: row.classId ?? 0 }))}
          columns={columns}
        />
      )}
      {ties.map(({ classId, name, tied, lowest }) => (
        <p key={classId} className={classes.note}>
          {name}: {countOf(tied, 'applicant')} with the same mark as the last offer ({lowest}){' '}
          {tied === 1 ? 'waits' : 'wait'}. Earlier applications come first.
        </p>
      ))}
      {unmarked > 0 && <p className={classes.note}>{countOf(unmarked, 'applicant')} without a mark stay undecided.</p>}
    </div>
  );
}

const nameOf = ({ name }: CutoffClass) => name ?? 'No class chosen';

const figure = (key: keyof CutoffClass, title: string): Column<Row> => ({
  key,
  title,
  numeric: true,
  align: 'end',
  hideable: false,
  render: (row) => (row[key] === null ? '—' : count(Number(row[key]))),
});

const columns: Column<Row>[] = [
  { key: 'name', title: 'Class', primary: true, render: nameOf },
  {
    ...figure('seatsLeft', 'Seats left'),
    render: ({ seatsLeft }) => (seatsLeft === null ? 'No limit' : count(seatsLeft)),
  },
  figure('offered', 'Offered'),
  figure('lowest', 'Lowest mark'),
  figure('waiting', 'Waiting list'),
  figure('rejected', 'Rejected'),
  figure('kept', 'Under review'),
];
