import { LinkButton } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { coverDayPage } from './cover.pages.ts';
import classes from './cover.module.css';
import { LessonCard } from './lesson-card.tsx';

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
              `${countOf(toTell, 'change')} not sent yet: in a few minutes everybody gets one message with all lessons.`,
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
              ? 'Choose the absent teacher: the lessons of the day appear here, with those who are free.'
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
