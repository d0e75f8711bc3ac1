import { usePage } from '#ui/hooks/use-page.ts';
import { usePoll } from '#ui/hooks/use-poll.ts';
import { count, countOf } from '#ui/format.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ownerOf } from '#web/client/drafts.ts';
import type { PropsOf } from '#web/page.ts';
import type { registersPage } from './attendance.pages.ts';
import { isWaitingIn, type Place } from './device/outbox.ts';
import { useRegisterDevice } from './device/browser-world.ts';
import { BoardRows } from './shared/board-rows.tsx';
import { OutboxNotes, longDayLabel } from './shared/outbox-notes.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import classes from './registers.module.css';
import { addDays } from '#kernel/dates.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { Link } from '#ui/link.tsx';
import { sittingName } from './mark-kinds.ts';
import type { UntimedLessons } from './registers/place.queries.ts';

const lookEvery = 30_000;

/** Registers of a day: the reader’s own first, then those of the whole school for users who see them. */
export default function RegistersPage(props: PropsOf<typeof registersPage>) {
  const { onDate, today, own, board, figures, untimed, filter, messageIn } = props;
  const hasBoard = figures !== null && figures.registers + figures.upcoming > 0;
  const { device, state } = useRegisterDevice(ownerOf(usePage().props)!);
  // Who has not taken the register is looked at while teachers take it; without a network the page stays.
  usePoll(lookEvery, { only: ['own', 'board', 'figures', 'untimed'], onNetworkError: () => false });
  const isWaiting = (row: Omit<Place, 'onDate'>) => isWaitingIn(state.outbox, { ...row, onDate });
  return (
    <>
      <PageHeader title="Registers" description={longDayLabel(onDate)} />
      <DayNav onDate={onDate} today={today} />
      <OutboxNotes device={device} entries={state.outbox} state={state} />
      <div className="stack">
        {own.length > 0 && (
          <Card title="Your registers" flush tour="own-registers">
            <BoardRows rows={own} onDate={onDate} isWaiting={isWaiting} />
          </Card>
        )}
        {untimed && <UntimedCard {...untimed} onDate={onDate} q={hasBoard ? null : filter.q} />}
        {board && figures && (
          <Board board={board} figures={figures} filter={filter} onDate={onDate} messageIn={messageIn} />
        )}
        {own.length === 0 && !hasBoard && !untimed && (
          <EmptyState title="No registers on this day">
            {board
              ? 'There is no school on this day, or no class has students yet. See the calendar for school days.'
              : 'There is no school on this day, or you have no class and no lessons.'}
          </EmptyState>
        )}
      </div>
    </>
  );
}

type BoardProps = Pick<PropsOf<typeof registersPage>, 'filter' | 'onDate' | 'messageIn'> & {
  board: NonNullable<PropsOf<typeof registersPage>['board']>;
  figures: NonNullable<PropsOf<typeof registersPage>['figures']>;
};

function Board({ board, figures, filter, onDate, messageIn }: BoardProps) {
  const { go, href } = useAddress();
  if (figures.registers + figures.upcoming === 0) return null;
  const facts = {
    Taken: `${count(figures.taken)} of ${count(figures.registers)}`,
    Marked: count(figures.called),
    Absent: count(figures.absent),
    Late: count(figures.late),
    ...(figures.upcoming > 0 && { 'Not begun': count(figures.upcoming) }),
  };
  return (
    <Card title="All registers" flush tour="all-registers">
      <div className={classes.figures}>
        <dl>
          {Object.entries(facts).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {messageIn !== null && figures.absent > 0 && (
          <LinkButton
            small
            href={href('/messages/new', { institution_id: messageIn, absent: 'today', q: null, missing: null })}
          >
            Message guardians of absent students
          </LinkButton>
        )}
      </div>
      <div className={classes.filter}>
        <input
          type="search"
          aria-label="Find a class"
          placeholder="Find a class"
          defaultValue={filter.q}
          onChange={({ target }) => go({ q: target.value }, { replace: true, only: ['board', 'untimed', 'filter'] })}
        />
        <label>
          <input
            type="checkbox"
            checked={filter.missing}
            onChange={({ target }) => go({ missing: target.checked || null })}
          />
          Not taken only
        </label>
      </div>
      {board.rows.length === 0 ? (
        <EmptyState title={filter.missing && !filter.q ? 'All registers are taken' : 'No class found'}>
          {filter.q ? 'Try a shorter part of the name.' : 'Nothing is missing on this day.'}
        </EmptyState>
      ) : (
        <BoardRows rows={board.rows} onDate={onDate} hasTeachers />
      )}
      <ListEnd shown={board.rows.length} isMore={board.isMore} of="registers" next="Find a class to see others." />
    </Card>
  );
}

/** The day before, the day, and the one after: never a day that has not come. */
function DayNav({ onDate, today }: { onDate: string; today: string }) {
  const { here, go } = useAddress();
  return (
    <nav className={classes.days} aria-label="Day">
      <LinkButton preserveState href={here({ date: addDays(onDate, -1) })}>
        Day before
      </LinkButton>
      <div>
        <DatePickerField
          name="day"
          label="Day"
          max={today}
          value={onDate}
          onChange={(value) => value && value <= today && value !== onDate && go({ date: value })}
        />
      </div>
      {onDate < today && (
        <LinkButton preserveState href={here({ date: addDays(onDate, 1) })}>
          Day after
        </LinkButton>
      )}
      {onDate !== today && (
        <LinkButton tone="plain" preserveState href={here({ date: null })}>
          Today
        </LinkButton>
      )}
    </nav>
  );
}

interface UntimedCardProps extends UntimedLessons {
  onDate: string;
  /** Part of the name of the class that the reader looks for; null: another field asks for it. */
  q: string | null;
}

/** Courses to open a register of, where no timetable says which lessons there are. */
function UntimedCard({ rows, isMore, canFind, canMakeTimetables, onDate, q }: UntimedCardProps) {
  const { href, go } = useAddress();
  return (
    <Card title="Lessons without a timetable" flush tour="untimed-lessons">
      <p className={classes.untimed}>
        No timetable is published for this day, so lessons have no times here.{' '}
        {rows.length === 0 && !canFind && 'You teach no course that has a register. '}
        {rows.length > 0 && 'Open a register when you teach, and choose its period there. '}
        {canMakeTimetables && <Link href={href('/timetables')}>Make and publish a timetable</Link>}
      </p>
      {canFind && q !== null && (
        <div className={classes.filter}>
          <input
            type="search"
            aria-label="Find a class"
            placeholder="Find a class"
            defaultValue={q}
            onChange={({ target }) => go({ q: target.value }, { replace: true, only: ['untimed', 'filter'] })}
          />
        </div>
      )}
      <ul className="divided">
        {rows.map(({ batchId, batch, course, offeringId, students, sitting }) => (
          <li key={offeringId} className={classes.line}>
            <Link
              className={classes.row}
              href={href(`/registers/${batchId}`, { date: onDate, sitting, offering: offeringId, q: null })}
            >
              <span className={classes.what}>
                <b>
                  {batch} · {course}
                </b>
                <small>
                  {sittingName(sitting)} · {countOf(students, 'student')}
                </small>
              </span>
              <span className={classes.open}>Open</span>
            </Link>
          </li>
        ))}
      </ul>
      <ListEnd shown={rows.length} isMore={isMore} of="lessons" next="Find a class to see others." />
    </Card>
  );
}
