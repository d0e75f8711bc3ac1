import { LinkButton } from '#ui/button.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList, EmailLink } from '#ui/records/description-list.tsx';
import { dateText, initials, listName, phoneText, textName } from '#ui/format.ts';
import { IconMail, IconMessage, IconPhone } from '#ui/icons.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { StudentProfileProps } from '../students.pages.ts';
import classes from './identity-card.module.css';

type IdentityCardProps = Pick<StudentProfileProps, 'student' | 'kin' | 'lastChange'> & { batchWord: string };

/** Photo, name and key facts, on the left of the record. */
export function IdentityCard({ student, kin, batchWord, lastChange }: IdentityCardProps) {
  const number = student.mobile ?? student.phone;
  const state = stateInWords(student, batchWord);
  return (
    <Card>
      <div className={classes.who}>
        {student.photo ? (
          <img className={classes.photo} src={student.photo} alt="" width={160} height={200} />
        ) : (
          <span className={classes.letters} data-initials={initials(listName(student))} aria-hidden />
        )}
        <div>
          <strong className={classes.name}>{textName(student)}</strong>
          <div className={classes.number}>{student.admissionNumber}</div>
          <StatusBadge status={student.status} />
          {state && <p className={classes.state}>{state}</p>}
        </div>
      </div>
      {!kin && (number || student.email) && (
        <div className={classes.actions}>
          {number && (
            <>
              <LinkButton small external href={`tel:${number}`} icon={<IconPhone size={16} />}>
                Call
              </LinkButton>
              <LinkButton small external href={`sms:${number}`} icon={<IconMessage size={16} />}>
                Message
              </LinkButton>
            </>
          )}
          {student.email && (
            <LinkButton small external href={`mailto:${student.email}`} icon={<IconMail size={16} />}>
              E-mail
            </LinkButton>
          )}
        </div>
      )}
      <DescriptionList
        items={[
          [batchWord, student.batch && `${student.batch}, ${student.session}`],
          ['Programme', student.program],
          ...(student.mobile ? [['Mobile', phone(student.mobile)] as [string, React.ReactNode]] : []),
          ['Phone', student.phone && phone(student.phone)],
          ['E-mail', student.email && <EmailLink key="email" email={student.email} />],
        ]}
      />
      {lastChange && (
        <p className={classes.last} data-tour="last-change">
          Last changed by {lastChange.person},{' '}
          <DateTimeText value={String(lastChange.at)} institutionId={student.institutionId} />
        </p>
      )}
    </Card>
  );
}

const phone = (number: string) => (
  <a key={number} href={`tel:${number}`}>
    {phoneText(number)}
  </a>
);

/** Explains the status where the badge alone is not enough. */
function stateInWords({ status, batch, lastMove }: StudentProfileProps['student'], batchWord: string): string {
  const since = lastMove ? ` since ${dateText(lastMove.on)}` : '';
  switch (status) {
    case 'active':
      return batch ? `In ${batch} now` : `No ${batchWord.toLowerCase()} assigned`;
    case 'suspended':
      return `Away${since}${lastMove?.until ? `, until ${dateText(lastMove.until)}` : ''}`;
    case 'transferred':
      return lastMove?.destination ? `Transferred to ${lastMove.destination}` : `At another school${since}`;
    case 'graduated':
      return since && `Graduated${since}`;
    case 'withdrawn':
      return `Left the school${since}`;
    case 'applicant':
      return 'Not admitted yet';
    default:
      return lastMove ? dateText(lastMove.on) : '';
  }
}
