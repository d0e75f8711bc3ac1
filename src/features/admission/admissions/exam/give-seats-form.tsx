import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import { Card } from '#ui/records/card.tsx';
import type { Examination } from './exam.queries.ts';
import { seatOrders } from './exam-words.ts';
import classes from '../shared/admissions.module.css';

/** Puts everybody without a seat into the free seats of the sittings to come. */
export function GiveSeatsForm({ exam }: { exam: Examination }) {
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
