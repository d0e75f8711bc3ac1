import { Avatar } from '#ui/avatar.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { dateText, listName } from '#ui/format.ts';
import { RecordSummary } from '#ui/records/record-summary.tsx';
import type { StudentProfileProps } from '../students.pages.ts';

type StudentSummaryProps = Pick<StudentProfileProps, 'student' | 'nextOfKin' | 'kin'> & { batchWord: string };

/** Who the student is and whom to call, at the head of the record. */
export function StudentSummary({ student, nextOfKin, kin, batchWord }: StudentSummaryProps) {
  const { batch, session, program } = student;
  const ofKin = nextOfKin && [nextOfKin.relation ?? 'Next of kin', nextOfKin.name].filter(Boolean).join(', ');
  return (
    <RecordSummary
      photo={<Avatar shape="portrait" name={listName(student)} src={student.photo} size={56} />}
      badge={<StatusBadge status={student.status} />}
      facts={[student.admissionNumber, batch && `${batch}, ${session}`, program]}
      note={stateInWords(student, batchWord)}
      contacts={
        kin
          ? []
          : [
              { of: ofKin || undefined, phone: nextOfKin?.phone ?? null },
              { of: 'Student', phone: student.mobile ?? student.phone },
              { email: student.email },
            ]
      }
    />
  );
}

/** Explains the status where the badge alone is not enough. */
function stateInWords({ status, batch, lastMove }: StudentProfileProps['student'], batchWord: string): string {
  const since = lastMove ? ` since ${dateText(lastMove.on)}` : '';
  switch (status) {
    case 'active':
      return batch ? '' : `No ${batchWord.toLowerCase()} assigned`;
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
