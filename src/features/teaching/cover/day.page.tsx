import { LinkButton, Button } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { coverDayPage, CoverDayProps } from './cover.routes.ts';
import classes from './cover.module.css';
import { formatTime } from '#kernel/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { ErrorSummary, FormErrors } from '#ui/forms/field.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';

/** The lessons of absent teachers on a day, and who takes them. */
export default function CoverDayPage(props: PropsOf<typeof coverDayPage>) {
  const { day, absent, chosen, lessons, canEdit, institutionId, toTell } = props;
  const { href, go } = useAddress();
  const open = lessons.filter(({ coverId }) => coverId === null).length;
  return (
    <>
      <PageHeader
        title="Cover"
        description={
          [
            lessons.length > 0 && `${countOf(lessons.length, 'lesson')}, ${open} without cover.`,
            toTell > 0 &&
              `${countOf(toTell, 'change')} not sent yet: in a few minutes, everyone gets one message with all their lessons.`,
          ]
            .filter(Boolean)
            .join(' ') || undefined
        }
        action={
          lessons.length > 0 && (
            <LinkButton
              external
              href={href('/cover.pdf', { day, teacher: chosen[0] === undefined ? '' : String(chosen[0]) })}
            >
              Print list
            </LinkButton>
          )
        }
        more={[
          { label: 'My covers', href: href('/my-covers') },
          { label: 'Covers this term', href: href('/cover/term', { day }) },
        ]}
      />
      <div className={classes.choices}>
        <DatePickerField name="day" label="Day" value={day} onChange={(value) => value && go({ day: value })} />
        {canEdit && (
          <SearchSelectField
            name="teacher"
            label="Absent teacher"
            optional
            isAction
            placeholder="Choose a teacher"
            search={`/cover/teacher-options?institution_id=${institutionId}`}
            onChange={(choice) => choice && go({ teacher: choice.value })}
          />
        )}
      </div>
      {absent.length > 0 && (
        <p>
          Absent:{' '}
          {absent.map(({ name, why }) => (why === null || why === 'Away' ? name : `${name} (${why})`)).join(', ')}
        </p>
      )}
      {lessons.length === 0 ? (
        <EmptyState title="No lessons to cover">
          {absent.length > 0
            ? 'The absent teachers have no lessons on this day.'
            : canEdit
              ? 'Choose the absent teacher to see the day’s lessons and the teachers who are free.'
              : 'Nobody is away on this day.'}
        </EmptyState>
      ) : (
        <div className={classes.lessons}>
          {lessons.map((lesson) => (
            <LessonCard
              key={`${lesson.lessonId} ${lesson.partId} ${lesson.absentId} ${lesson.substituteId}`}
              lesson={lesson}
              day={day}
              canEdit={canEdit}
              institutionId={institutionId}
            />
          ))}
        </div>
      )}
    </>
  );
}

type Lesson = CoverDayProps['lessons'][number];

interface LessonCardProps extends Pick<CoverDayProps, 'day' | 'canEdit' | 'institutionId'> {
  lesson: Lesson;
}

/** A lesson of an absent teacher, and who takes it. */
function LessonCard({ lesson, day, canEdit, institutionId }: LessonCardProps) {
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
              placeholder="Work for the class"
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
