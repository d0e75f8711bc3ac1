import { Avatar } from '#ui/avatar.tsx';
import { StatusBadge } from '#ui/badge.tsx';
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
    <div className={classes.card}>
      <Avatar name={listName(student)} size={72} />
      <strong className={classes.name}>{textName(student)}</strong>
      <span className={classes.number}>{student.admissionNumber}</span>
      <StatusBadge status={student.status} />
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
    </div>
  );
}
