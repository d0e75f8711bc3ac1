import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { countOf } from '#ui/format.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { coverDayPage, CoverDayProps } from '../cover.pages.ts';
import classes from '../parts/cover.module.css';

type Lesson = CoverDayProps['lessons'][number];

/** The lessons of absent teachers on a day, and who takes them. */
export default function CoverDayPage(props: PropsOf<typeof coverDayPage>) {
  const { day, absent, chosen, lessons, canEdit, institutionId } = props;
  const { href, go } = useAddress();
  const open = lessons.filter(({ coverId }) => coverId === null).length;
  return (
    <>
      <PageHeader
        title="Cover"
        description={lessons.length === 0 ? undefined : `${countOf(lessons.length, 'lesson')}, ${open} without cover.`}
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
        more={[{ label: 'My covers', href: href('/my-covers') }]}
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
      {absent.length > 0 && <p>Absent: {absent.map(({ name }) => name).join(', ')}</p>}
      {lessons.length === 0 ? (
        <EmptyState title="No lessons to cover">
          {absent.length > 0
            ? 'The absent teachers have no lessons on this day.'
            : canEdit
              ? 'Choose the absent teacher: the lessons of the day appear here, with those who are free.'
              : 'Nobody is away on this day.'}
        </EmptyState>
      ) : (
        <div className={classes.lessons}>
          {lessons.map((lesson) => (
            <LessonCard
              key={`${lesson.lessonId} ${lesson.partId} ${lesson.absentId} ${lesson.substituteId}`}
              lesson={lesson}
              {...{ day, canEdit, institutionId }}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface LessonCardProps extends Pick<CoverDayProps, 'day' | 'canEdit' | 'institutionId'> {
  lesson: Lesson;
}

function LessonCard({ lesson, day, canEdit, institutionId }: LessonCardProps) {
  const { startsAt, endsAt, periodName, courses, batches, room, absent, substitute, substituteId, candidates, note } =
    lesson;
  return (
    <Card
      title={`${startsAt} ${courses}, ${batches}`}
      action={substitute ? <Badge tone="good">Covered</Badge> : <Badge tone="gold">No cover</Badge>}
    >
      <p>
        {[`${periodName}, until ${endsAt}`, room].filter(Boolean).join(' · ')} <Secondary>for {absent}</Secondary>
      </p>
      {canEdit ? (
        <EditForm action="/cover" submit={substitute ? 'Change cover' : 'Assign cover'} guard={false}>
          {Object.entries({
            ...{ institutionId, onDate: day, lessonId: lesson.lessonId, partId: lesson.partId },
            ...{ absentId: lesson.absentId, wasSubstituteId: substituteId ?? '' },
          }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SelectField
            name="substituteId"
            label="Covered by"
            aria-label={`Covered by, ${startsAt} ${batches}`}
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
          <TextField
            name="note"
            label="Note"
            optional
            maxLength={200}
            placeholder="What the class works on"
            defaultValue={note ?? ''}
          />
        </EditForm>
      ) : (
        <p>
          {substitute ? `Covered by ${substitute}` : 'No cover yet'}
          {note && <Secondary> · {note}</Secondary>}
        </p>
      )}
    </Card>
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
