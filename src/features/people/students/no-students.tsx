import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { StudentListProps } from './students.pages.ts';

/** An empty list of students: how to begin, or why this person sees none. */
export function NoStudents({ can }: Pick<StudentListProps, 'can'>) {
  const { href } = useAddress();
  const words = useTerms();
  const [batch, course] = [words.batch.toLowerCase(), words.course.toLowerCase()];
  if (can.seeAll)
    return (
      <EmptyState
        title="No students yet"
        action={
          can.import && (
            <LinkButton tone="primary" href={href('/imports/new', { kind: 'students' })}>
              Import from a file
            </LinkButton>
          )
        }
      >
        Import students from a spreadsheet, or admit them one by one.
      </EmptyState>
    );
  if (can.seeOwn)
    return (
      <EmptyState title={`No ${batch} or ${course} is assigned to you yet`}>
        You can see students in the {words.batches.toLowerCase()} and {words.courses.toLowerCase()} that you teach, and
        none of them has students yet. If this is wrong, ask the registrar to assign them to your employee record.
      </EmptyState>
    );
  return (
    <EmptyState title="Your account is not linked to a student">
      Ask your ICT administrator to link your account to the student’s record.
    </EmptyState>
  );
}
