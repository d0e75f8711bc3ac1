import { countOf } from '#ui/format.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { DateText } from '#ui/text.tsx';
import type { DecisionsOfIntake } from './decisions.queries.ts';
import { decide } from './post-decision.ts';
import { LineOfApplicants } from './line-of-applicants.tsx';

/** Offers without an answer; those with a passed deadline are ticked. */
export function OffersCard({ offers, can }: Pick<DecisionsOfIntake, 'offers' | 'can'>) {
  const late = offers.filter(({ isLate }) => isLate);
  return (
    <LineOfApplicants
      key={`offers ${offers.map(({ id }) => id).join()}`}
      name="offers"
      title="Open offers"
      rows={offers}
      ticked={({ isLate }) => isLate}
      columns={[
        {
          key: 'until',
          title: 'Accept by',
          card: 'line',
          render: (row) => (
            <>
              <DateText value={row.until} />
              {row.isLate && ' (passed)'}
            </>
          ),
        },
      ]}
      actions={
        can.decide
          ? (ids) => {
              const acts = [
                { label: 'Record acceptance', run: () => void accept(ids) },
                { label: `Withdraw ${countOf(ids.length, 'offer')}`, run: () => void withdraw(ids) },
              ];
              return late.length > 0 ? acts.toReversed() : acts;
            }
          : null
      }
    >
      {late.length > 0
        ? `The deadline of ${countOf(late.length, 'offer')} has passed. Withdraw them to free the seats, or give them more time.`
        : 'Waiting for an answer. Applicants accept on their page; record acceptances that reach the office here.'}
    </LineOfApplicants>
  );
}

async function withdraw(ids: number[]) {
  const isSure = await confirm({
    title: `Withdraw ${countOf(ids.length, 'offer')}?`,
    body: 'The applicants are told. You can reopen their applications later.',
    action: 'Withdraw offers',
    tone: 'bad',
  });
  if (isSure) decide(ids, { to: 'withdrawn', reason: 'The offer was not accepted in time.' });
}

async function accept(ids: number[]) {
  const isSure = await confirm({
    title: `Record ${countOf(ids.length, 'acceptance')}?`,
    body: 'Applicants who have told the office that they take the place.',
    action: 'Record acceptance',
  });
  if (isSure) decide(ids, { to: 'accepted' });
}
