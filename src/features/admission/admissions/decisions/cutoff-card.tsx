import { useEffect, useState, type SyntheticEvent } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { CutoffClass } from './cutoff.queries.ts';
import { CutoffPreview, sumOf } from './cutoff-preview.tsx';
import classes from '../shared/decisions.module.css';

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
        Applicants with the cut-off mark or more get the seats of their class, the best first. The others with that mark
        wait. Applicants without a mark are not changed.
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
