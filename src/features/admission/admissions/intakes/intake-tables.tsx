import { Link } from '#ui/link.tsx';
import { count, dateText, money } from '#ui/format.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import { applicationStates, type ApplicationState } from '../admissions.ts';
import type { IntakeDetails } from './intake.queries.ts';
import { ageInWords, localMomentText } from '../shared/intake-words.ts';
import classes from '../shared/admissions.module.css';

/** How many applications are in each state. */
export function StatesTable({
  counts,
  hrefOf,
}: {
  counts: IntakeDetails['counts'];
  hrefOf: (state: ApplicationState) => string;
}) {
  const states = (Object.keys(applicationStates) as ApplicationState[]).filter((state) => counts[state]);
  if (states.length === 0) return <p className={classes.nothing}>Nobody has applied yet.</p>;
  return (
    <table className={classes.table}>
      <tbody>
        {states.map((state) => (
          <tr key={state}>
            <th scope="row">{applicationStates[state]}</th>
            <td className={classes.figure}>
              {state === 'draft' ? (
                <Secondary>{count(counts.draft ?? 0)} not sent yet</Secondary>
              ) : (
                <Link href={hrefOf(state)}>{count(counts[state] ?? 0)}</Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The entry classes with their seats. */
export function SeatsTable({ intake, hrefOf }: { intake: IntakeDetails; hrefOf: (classId: number) => string }) {
  const words = useWords(intake.institutionId);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{words.class}</th>
          <th scope="col" className={classes.figure}>
            Seats
          </th>
          <th scope="col" className={classes.figure}>
            Taken
          </th>
          <th scope="col" className={classes.figure}>
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {intake.classes.map(({ classId, name, seats, taken }) => (
          <tr key={classId}>
            <th scope="row">
              <Link href={hrefOf(classId)}>{name}</Link>
            </th>
            <td className={classes.figure}>{seats === null ? 'No limit' : count(seats)}</td>
            <td className={classes.figure}>{count(taken)}</td>
            <td className={classes.figure}>{seats === null ? '—' : count(Math.max(0, seats - taken))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the intake's form sets. */
export function IntakeFacts({
  intake,
  currency,
  site,
}: {
  intake: IntakeDetails;
  currency: string;
  site: { slug: string; isPublished: boolean } | null;
}) {
  const fee = (minor: number) => (minor ? money(minor, currency) : 'None');
  return (
    <DescriptionList
      items={[
        ['Opens', localMomentText(intake.opensAt)],
        ['Closes', localMomentText(intake.closesAt)],
        [
          'Public form',
          site && (
            <a key="site" href={`/sites/${site.slug}/apply`} target="_blank" rel="noreferrer">
              {`/sites/${site.slug}/apply`}
            </a>
          ),
        ],
        ['Registration pin', intake.requiresPin ? 'Required' : 'Not required'],
        ['Application fee', fee(intake.applicationFee)],
        ['Acceptance fee', fee(intake.acceptanceFee)],
        ['Age', ageInWords(intake, dateText(intake.ageOn ?? intake.sessionStartsOn))],
        [
          'Papers',
          intake.papers.map(({ label, isRequired }) => (isRequired ? label : `${label} (optional)`)).join(', '),
        ],
        ['Entrance examination', intake.tests.map(({ label, most }) => `${label} (${most})`).join(', ') || 'None'],
        ['Cut-off', intake.cutoff],
        ['Offers stay open for', `${intake.offerDays} days`],
        ['Application numbers', intake.numberPattern],
      ]}
    />
  );
}
