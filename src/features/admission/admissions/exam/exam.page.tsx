import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { examPage } from './exam.routes.ts';
import { LinkButton, Button } from '#ui/button.tsx';
import classes from '../shared/admissions.module.css';
import { countOf, count } from '#ui/format.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { Card } from '#ui/records/card.tsx';
import type { Examination, Sitting } from './exam-marks.queries.ts';
import { seatOrders } from './exam-constants.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { askThenPost } from '#ui/post.ts';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';

/** The entrance examination of an intake: its sittings and who has a seat. */
export default function ExamPage({ exam, can }: PropsOf<typeof examPage>) {
  const { href } = useAddress();
  const list = (params: object) => href('/applications', { intake: String(exam.id), ...params });
  const add = can.review && (
    <LinkButton tone="primary" href={href(`/intakes/${exam.id}/exam/new`)} onClick={opensModal}>
      Add sitting
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Entrance examination"
        breadcrumbs={[
          { label: 'Intakes', href: href('/intakes') },
          { label: exam.name, href: href(`/intakes/${exam.id}`) },
        ]}
        action={add}
        more={[
          { label: can.review ? 'Enter marks' : 'View marks', href: href(`/intakes/${exam.id}/marks`) },
          can.review && { label: 'Marks as XLSX', href: `/intakes/${exam.id}/marks.xlsx`, external: true },
        ]}
      />
      <div className="stack">
        <Stats>
          <Stat
            label="To decide"
            value={exam.undecided}
            href={list({ status: ['submitted', 'under_review', 'waiting_list'] })}
          />
          <Stat label="Without a seat" value={exam.unseated} href={list({ seat: 'none' })} />
          <Stat label="With marks" value={exam.marked} href={href(`/intakes/${exam.id}/marks`)} />
        </Stats>
        {can.review && exam.unseated > 0 && exam.sittings.some(({ isPast }) => !isPast) && (
          <GiveSeatsForm exam={exam} />
        )}
        <DataTable
          name="sittings"
          caption="Sittings"
          columns={sittingColumns(exam, can.review, href)}
          rows={exam.sittings}
          total={exam.sittings.length}
          empty={
            <EmptyState title="No sittings yet" action={add}>
              A sitting is a day and time in a hall with seats. Add one for each hall, then give the applicants their
              seats and send the invitations.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}

/** Puts everybody without a seat into the free seats of the sittings to come. */
function GiveSeatsForm({ exam }: { exam: Examination }) {
  const free = exam.sittings
    .filter(({ isPast }) => !isPast)
    .reduce((sum, { seats, taken }) => sum + Math.max(0, seats - taken), 0);
  return (
    <Card title={`${countOf(exam.unseated, 'applicant has', 'applicants have')} no seat`} tour="exam-give">
      <PageForm action={`/intakes/${exam.id}/seats`} method="post" className={classes.line} guard={false}>
        {({ processing, summary }) => (
          <>
            <ChoiceField name="order" label="Seats are given" options={seatOrders} />
            <Button type="submit" tone="primary" loading={processing}>
              Give seats
            </Button>
            <p className={classes.aside}>
              {countOf(free, 'seat is', 'seats are')} free in the sittings to come; the earliest is filled first.
              {summary[0] && <b role="alert"> {summary[0].message}</b>}
            </p>
          </>
        )}
      </PageForm>
    </Card>
  );
}

type Href = ReturnType<typeof useAddress>['href'];

/** The sittings of an examination, and what can be done with each. */
const sittingColumns = (exam: Examination, canReview: boolean, href: Href): Column<Sitting>[] => [
  { key: 'venue', title: 'Hall', primary: true, render: (row) => row.venue },
  {
    key: 'when',
    title: 'Day and time',
    card: 'line',
    render: (row) => <DateTimeText value={row.startsAt} institutionId={exam.institutionId} />,
  },
  {
    key: 'seats',
    title: 'Seats taken',
    card: 'aside',
    tour: 'exam-seats',
    render: (row) => <FillBar label="Seats" value={row.taken} max={row.seats} />,
  },
  {
    key: 'invited',
    title: 'Invited',
    align: 'end',
    render: (row) => (row.invited === row.taken && row.taken > 0 ? 'All' : count(row.invited)),
  },
  { key: 'note', title: 'Note', hidden: true, render: (row) => row.note && <Secondary>{row.note}</Secondary> },
  ...(canReview
    ? [
        {
          key: 'acts',
          title: 'Actions',
          hideable: false,
          card: 'below' as const,
          render: (row: Sitting) => <SittingActs sitting={row} href={href} exam={exam} />,
        },
      ]
    : []),
];

function SittingActs({ sitting, exam, href }: { sitting: Sitting; exam: Examination; href: Href }) {
  const here = `/exam-sittings/${sitting.id}`;
  const waiting = sitting.taken - sitting.invited;
  const ask = (act: string, title: string, body: string, action: string, tone: 'bad' | 'primary' = 'primary') => ({
    label: action,
    ...(tone === 'bad' && { tone }),
    onSelect: () => void askThenPost(`${here}/${act}`, { title, body, action, tone }),
  });
  return (
    <span className={classes.inline}>
      {waiting > 0 && !sitting.isPast && (
        <Button
          small
          onClick={() =>
            void askThenPost(`${here}/invite`, {
              title: `Invite ${countOf(waiting, 'applicant')}?`,
              body: `Each gets day, hall and seat by e-mail or SMS: ${sitting.venue}.`,
              action: 'Send invitations',
              tone: 'primary',
            })
          }
        >
          Invite {count(waiting)}
        </Button>
      )}
      <Menu
        label={`Actions for ${sitting.venue}`}
        items={[
          { label: 'Enter marks', href: href(`/intakes/${exam.id}/marks`, { sitting: String(sitting.id) }) },
          { label: 'Invitation slips (PDF)', href: `${here}/slips.pdf`, external: true },
          { label: 'Register for the hall (PDF)', href: `${here}/register.pdf`, external: true },
          { label: 'Edit sitting', href: href(`${here}/edit`), modal: true },
          sitting.taken > 0
            ? ask(
                'empty',
                `Free all seats in ${sitting.venue}?`,
                `${countOf(sitting.taken, 'applicant loses a seat', 'applicants lose their seats')} and can be seated again. No one is notified.`,
                'Free seats',
                'bad',
              )
            : ask(
                'delete',
                `Delete the sitting in ${sitting.venue}?`,
                'Nobody has a seat in it.',
                'Delete sitting',
                'bad',
              ),
        ]}
      />
    </span>
  );
}
