import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { examPage } from './exam.pages.ts';
import { sittingColumns } from './sitting-columns.tsx';
import { LinkButton, Button } from '#ui/button.tsx';
import classes from '../shared/admissions.module.css';
import { countOf } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { Card } from '#ui/records/card.tsx';
import type { Examination } from './exam.queries.ts';
import { seatOrders } from './exam-words.ts';

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
      <div className={classes.stack}>
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
            <SelectField
              name="order"
              label="Seats are given"
              placeholder={null}
              options={Object.entries(seatOrders).map(([value, label]) => ({ value, label }))}
            />
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
