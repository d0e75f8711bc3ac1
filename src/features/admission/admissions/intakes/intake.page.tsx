import { LinkButton, PrimaryLink, PrimaryButton } from '#ui/button.tsx';
import { count, money, dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { askThenPost, post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import type { PropsOf } from '#web/page.ts';
import type { IntakeDetails } from './change-intakes.ts';
import type { intakePage } from './intakes.routes.ts';
import { IntakeBadge } from './intake-badge.tsx';
import { sentIn } from '../shared/sent-in.ts';
import classes from '../shared/admissions.module.css';
import { Link } from '#ui/link.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { applicationStates, type ApplicationState } from '../admissions.ts';
import { ageText, localMomentText } from '../shared/intake-text.ts';

/** An intake: how many applied, how many seats are left, and what can be done. */
export default function IntakePage({ intake, currency, site, can }: PropsOf<typeof intakePage>) {
  const { href } = useAddress();
  const list = (params: object = {}) => href('/applications', { intake: String(intake.id), ...params });
  const limited = intake.classes.every(({ seats }) => seats !== null);
  const seats = intake.classes.reduce((sum, each) => sum + (each.seats ?? 0), 0);
  const taken = intake.classes.reduce((sum, each) => sum + each.taken, 0);
  const name = `${intake.program}, ${intake.session}`;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ label: 'Intakes', href: href('/intakes') }]}
        badge={<IntakeBadge state={intake.state} />}
        action={
          can.edit && intake.state === 'draft' ? (
            <PrimaryButton onClick={() => void publish(intake, name)}>Publish intake</PrimaryButton>
          ) : (
            <>
              <LinkButton href={href(`/intakes/${intake.id}/decisions`)}>Decisions</LinkButton>
              <PrimaryLink href={list()}>Applications</PrimaryLink>
            </>
          )
        }
        more={[
          { label: 'Entrance examination', href: href(`/intakes/${intake.id}/exam`) },
          { label: 'Marks', href: href(`/intakes/${intake.id}/marks`) },
          can.edit && { label: 'Edit intake', href: href(`/intakes/${intake.id}/edit`) },
          can.edit &&
            intake.state !== 'draft' && { label: 'Unpublish intake', onSelect: () => void unpublish(intake, name) },
          can.edit &&
            Object.keys(intake.counts).length === 0 && {
              label: 'Delete intake',
              tone: 'bad' as const,
              onSelect: () =>
                void askThenPost(`/intakes/${intake.id}/delete`, {
                  title: `Delete the intake ${name}?`,
                  body: 'Nobody has applied. Its settings and sittings are deleted.',
                  action: 'Delete intake',
                  tone: 'bad',
                }),
            },
        ]}
      />
      <div className="stack">
        <Stats>
          <Stat label="Applications" value={sentIn(intake.counts)} href={list()} />
          <Stat
            label="Offered, accepted or admitted"
            value={taken}
            href={list({ status: ['offered', 'accepted', 'admitted'] })}
          />
          <Stat label="Seats left" value={limited ? count(Math.max(0, seats - taken)) : 'No limit'} />
          <Stat
            label="Application fee"
            value={intake.applicationFee ? money(intake.applicationFee, currency) : 'None'}
          />
        </Stats>
        <Card title="Applications by status" flush>
          <StatesTable counts={intake.counts} hrefOf={(status) => list({ status })} />
        </Card>
        <Card title="Seats" flush>
          <SeatsTable intake={intake} hrefOf={(classId) => list({ class: String(classId) })} />
        </Card>
        <Card
          title="Settings"
          action={can.edit && <LinkButton href={href(`/intakes/${intake.id}/edit`)}>Edit</LinkButton>}
        >
          <IntakeFacts intake={intake} currency={currency} site={site} />
        </Card>
      </div>
    </>
  );
}

const publish = (intake: IntakeDetails, name: string) =>
  askThenPost(`/intakes/${intake.id}/publish`, {
    title: `Publish ${name}?`,
    body: 'Visitors to the school’s site see the intake and can apply while it’s open.',
    action: 'Publish intake',
  });

const unpublish = (intake: IntakeDetails, name: string) =>
  intake.state === 'scheduled'
    ? post(`/intakes/${intake.id}/unpublish`)
    : askThenPost(`/intakes/${intake.id}/unpublish`, {
        title: `Unpublish ${name}?`,
        body: 'Visitors no longer see it and nobody can apply. Sent applications and drafts stay.',
        action: 'Unpublish intake',
      });

/** How many applications are in each state. */
function StatesTable({
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
function SeatsTable({ intake, hrefOf }: { intake: IntakeDetails; hrefOf: (classId: number) => string }) {
  const words = useTerms(intake.institutionId);
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
function IntakeFacts({
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
        ['Age', ageText(intake, dateText(intake.ageOn ?? intake.sessionStartsOn))],
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
