import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { dateText, textName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Money } from '#ui/text.tsx';
import { photoUrl } from '#features/records/people/photos/photo-url.ts';
import type { FamilyMember } from './family.queries.ts';
import classes from './home.module.css';

/** Each child, or the student: what is owed, the last result, and the ways on. */
export function FamilyCards({ members }: { members: FamilyMember[] }) {
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
