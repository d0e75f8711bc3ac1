import { Avatar } from '#ui/avatar.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { listName, textName } from '#ui/format.ts';
import { DateTimeText } from '#ui/text.tsx';
import type { StudentProfile } from '../students.queries.ts';
import type { StudentHistoryEntry } from '../students.pages.ts';
import classes from './identity-card.module.css';

interface IdentityCardProps {
  student: StudentProfile;
  batchWord: string;
  lastChange: StudentHistoryEntry | null;
}

/** Who this is, at a glance: the left of the record. */
export function IdentityCard({ student, batchWord, lastChange }: IdentityCardProps) {
  return (
    <Card>
      <div className={classes.who}>
        <Avatar name={listName(student)} size={56} />
        <div>
          <strong>{textName(student)}</strong>
          <div className={classes.number}>{student.admissionNumber}</div>
          <StatusBadge status={student.status} />
        </div>
      </div>
      <DescriptionList
        items={[
          [batchWord, student.batch && `${student.batch}, ${student.session}`],
          ['Program', student.program],
          [
            'Phone',
            student.phone && (
              <a key="phone" href={`tel:${student.phone}`}>
                {student.phone}
              </a>
            ),
          ],
          [
            'E-mail',
            student.email && (
              <a key="email" href={`mailto:${student.email}`}>
                {student.email}
              </a>
            ),
          ],
        ]}
      />
      {lastChange && (
        <p className={classes.last} data-tour="last-change">
          Last changed by {lastChange.person}, <DateTimeText value={String(lastChange.at)} />
        </p>
      )}
    </Card>
  );
}
