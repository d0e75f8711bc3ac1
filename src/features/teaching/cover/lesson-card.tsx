import { formatTime } from '#kernel/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import type { CoverDayProps } from './cover.pages.ts';
import classes from './cover.module.css';

type Lesson = CoverDayProps['lessons'][number];

export interface LessonCardProps extends Pick<CoverDayProps, 'day' | 'canEdit' | 'institutionId'> {
  lesson: Lesson;
}

/** A lesson of an absent teacher, and who takes it. */
export function LessonCard({ lesson, day, canEdit, institutionId }: LessonCardProps) {
  const { startsAt, endsAt, periodName, courses, batches, room, absent, substitute, note } = lesson;
  return (
    <Card
      title={`${formatTime(startsAt)} ${courses}, ${batches}`}
      action={substitute ? <Badge tone="good">Covered</Badge> : <Badge tone="gold">No cover</Badge>}
    >
      <p className={classes.about}>
        {[`${periodName}, until ${formatTime(endsAt)}`, room].filter(Boolean).join(' · ')}{' '}
        <Secondary>for {absent}</Secondary>
      </p>
      {canEdit ? (
        <CoverForm lesson={lesson} day={day} institutionId={institutionId} />
      ) : (
        <p>
          {substitute ? `Covered by ${substitute}` : 'No cover yet'}
          {note && <Secondary> · {note}</Secondary>}
        </p>
      )}
    </Card>
  );
}

function CoverForm({ lesson, day, institutionId }: Omit<LessonCardProps, 'canEdit'>) {
  const { lessonId, partId, absentId, startsAt, batches, substitute, substituteId, candidates, note } = lesson;
  const hidden = { institutionId, onDate: day, lessonId, partId, absentId, wasSubstituteId: substituteId ?? '' };
  // Of several cards on the page.
  const which = `${formatTime(startsAt)} ${batches}`;
  return (
    <PageForm action="/cover" method="post" guard={false} className={classes.form}>
      {({ errors, summary, processing }) => (
        <FormErrors value={errors}>
          <ErrorSummary errors={summary} />
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SelectField
            name="substituteId"
            label="Covered by"
            aria-label={`Covered by, ${which}`}
            optional
            placeholder="Nobody"
            help={candidates.length === 0 ? 'Nobody is free at this time.' : undefined}
            defaultValue={String(substituteId ?? '')}
            options={[
              ...(substituteId !== null && !candidates.some(({ id }) => id === substituteId)
                ? [{ value: String(substituteId), label: substitute! }]
                : []),
              ...candidates.map((one) => ({ value: String(one.id), label: candidateWords(one) })),
            ]}
          />
          <div className={classes.last}>
            <TextField
              name="note"
              label="Note"
              aria-label={`Note, ${which}`}
              optional
              maxLength={200}
              placeholder="What the class works on"
              defaultValue={note ?? ''}
            />
            <Button type="submit" tone={substitute ? undefined : 'primary'} loading={processing}>
              {substitute ? 'Change cover' : 'Assign cover'}
            </Button>
          </div>
        </FormErrors>
      )}
    </PageForm>
  );
}

const candidateWords = ({
  name,
  teachesCourse,
  teachesBatch,
  covers,
  periods,
}: Lesson['candidates'][number]): string => {
  const known =
    teachesCourse && teachesBatch ? 'subject and class' : teachesCourse ? 'subject' : teachesBatch ? 'class' : null;
  return [name, known && `teaches the ${known}`, countOf(covers, 'cover'), `${countOf(periods, 'period')} that day`]
    .filter(Boolean)
    .join(' · ');
};
