import { useState } from 'react';
import { HomeActs, useHomeActs } from '#web/client/home-acts.tsx';
import { HomeCards } from '#web/client/home-cards.tsx';
import type { PropsOf } from '#web/page.ts';
import type { homePage } from './home.routes.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { ShownBoard } from '#features/insight/dashlets/dashlets.ts';
import { DashletGrid } from '#features/insight/dashlets/shared/dashlet-grid.tsx';
import { useBoardMenu } from '#features/insight/dashlets/shared/use-board-menu.ts';
import classes from './home.module.css';
import { LinkButton, Button, PrimaryLink } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Badge, StatusBadge } from '#ui/badge.tsx';
import { count, dateText, textName } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { PendingTask } from '#kernel/contracts/dashlet.ts';
import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Money } from '#ui/text.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { FamilyMember } from './family.queries.ts';

/** The start page: what waits for the viewer, the family, notices, and the viewer's dashlets. */
export default function HomePage({ family, waiting, board }: PropsOf<typeof homePage>) {
  return (
    <>
      {board ? <BoardHeading board={board} /> : <PageHeader title="Home" action={<HomeActs />} />}
      <div className={classes.parts}>
        {(waiting.length > 0 || family.length === 0) && <WaitingCard items={waiting} />}
        {family.length > 0 && <FamilyCards members={family} />}
        <HomeCards />
        {board && <Board board={board} />}
      </div>
    </>
  );
}

/** The title of the start page, with what can be done with its dashlets. */
function BoardHeading({ board }: { board: ShownBoard }) {
  const { href } = useAddress();
  const add = href('/dashlets/new', { institution_id: board.institutionId });
  const hasActs = useHomeActs().length > 0;
  return (
    <PageHeader
      title="Home"
      action={hasActs ? <HomeActs /> : <LinkButton href={add}>Add card</LinkButton>}
      more={[hasActs && { label: 'Add card', href: add }, ...useBoardMenu(board)]}
    />
  );
}

/** A group says whose figures they are. */
function Board({ board: { dashlets, institutionId, institutions, isArranged } }: { board: ShownBoard }) {
  const { href } = useAddress();
  if (dashlets.length > 0)
    return (
      <>
        {institutions.length > 1 && <h2>{institutions.find(({ id }) => id === institutionId)?.name}</h2>}
        <DashletGrid dashlets={dashlets} institutionId={institutionId} isChangeable={isArranged} />
      </>
    );
  return (
    <EmptyState
      title="No cards yet"
      action={<PrimaryLink href={href('/dashlets/new', { institution_id: institutionId })}>Add card</PrimaryLink>}
    >
      A card shows a figure, a list or a chart at a glance, such as the fees collected today.
    </EmptyState>
  );
}

const shownAtOnce = 8;

/** Everything that needs this person's act, each with its button. */
function WaitingCard({ items }: { items: PendingTask[] }) {
  const { href } = useAddress();
  const [isWhole, setWhole] = useState(items.length <= shownAtOnce);
  if (items.length === 0)
    return (
      <p className="ink-2" data-tour="waiting">
        Nothing needs your attention.
      </p>
    );
  return (
    <Card title="Waiting for you" flush tour="waiting">
      <ul className={classes.waiting}>
        {(isWhole ? items : items.slice(0, shownAtOnce)).map((item) => (
          <li key={`${item.href} ${item.label}`}>
            <b className={classes.number}>{count(item.count)}</b>
            <span>
              {item.label} {item.isUrgent && <Badge tone="gold">Urgent</Badge>}
            </span>
            {item.href && (
              <LinkButton small href={href(item.href)} aria-label={`${item.action}: ${item.label}`}>
                {item.action}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <div className={classes.all}>
          <Button small tone="plain" onClick={() => setWhole(true)}>
            Show all {items.length}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Each child, or the student: what is owed, the last result, and the ways on. */
function FamilyCards({ members }: { members: FamilyMember[] }) {
  const { href } = useAddress();
  const isFamily = new Set(members.map(({ school }) => school)).size > 1;
  return (
    <ul className={classes.family} data-tour="family">
      {members.map((member) => (
        <li className={classes.member} key={member.id}>
          <Link className={classes.who} href={href(`/students/${member.id}`)}>
            <Avatar name={textName(member)} src={photoUrl('students', member, 'small')} size={44} />
            <span>
              <b>{textName(member)}</b>
              <small>
                {[member.batch, isFamily && member.school].filter(Boolean).join(' · ') || 'Not in a class yet'}
              </small>
            </span>
            {member.status !== 'active' && <StatusBadge status={member.status} />}
          </Link>
          <dl className={classes.facts}>
            {member.owed !== null && (
              <div>
                <dt>{member.owed > 0 ? 'To pay' : member.credit ? 'Paid in advance' : 'Fees'}</dt>
                <dd>
                  {member.owed > 0 || member.credit ? (
                    <Money minor={member.owed > 0 ? member.owed : member.credit!} currency={member.currency} />
                  ) : (
                    'Nothing to pay'
                  )}
                  {member.due && member.owed > 0 && (
                    <small className={member.due.isLate ? classes.late : undefined}>
                      {member.due.isLate ? 'Overdue since' : 'Due'} {dateText(member.due.day)}
                    </small>
                  )}
                </dd>
              </div>
            )}
            {(member.result || member.isWithheld) && (
              <div>
                <dt>Last result</dt>
                <dd>
                  {member.result ? (
                    <Result {...member.result} />
                  ) : (
                    <small className={classes.late}>Withheld until fees are paid</small>
                  )}
                </dd>
              </div>
            )}
            {member.term && <Term {...member.term} />}
          </dl>
          <p className={classes.ways}>
            {member.owed !== null && member.owed > 0 && (
              <LinkButton small tone="primary" href={href('/my-fees')}>
                Pay fees
              </LinkButton>
            )}
            {member.result && (
              <LinkButton small href={href(`/students/${member.id}/results`)}>
                View results
              </LinkButton>
            )}
            {member.sendsExcuses && (
              <LinkButton small href={href('/my-excuses', { student_id: member.id })}>
                Report absence
              </LinkButton>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Term({ name, startsOn, endsOn, isOn }: NonNullable<FamilyMember['term']>) {
  return (
    <div>
      <dt>{isOn ? 'This term' : 'Next term'}</dt>
      <dd>
        {name}
        <small>{isOn ? `Ends ${dateText(endsOn)}` : `Starts ${dateText(startsOn)}`}</small>
      </dd>
    </div>
  );
}

function Result({ term, average, cgpa, position, of }: NonNullable<FamilyMember['result']>) {
  const figure = cgpa ? `CGPA ${cgpa}` : average ? `Average ${Number(average).toFixed(1)}` : null;
  return (
    <>
      {figure ?? 'Published'}
      <small>
        {term}
        {position !== null && ` · position ${position}${of ? ` of ${of}` : ''}`}
      </small>
    </>
  );
}
