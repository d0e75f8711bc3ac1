import { ValidationError } from '#kernel/errors.ts';
import { studentStatusWords, type StudentStatus } from '../student-status.ts';
import { studentMove, type MoveKind } from './student-moves.ts';
import type { MovingStudent } from '../lock-student.ts';

type Named = Pick<MovingStudent, 'firstName' | 'surname' | 'status'>;

/** Names every student who cannot make the move, so that the selection is corrected at once. */
export function refuseWrongStates(kind: MoveKind, chosen: MovingStudent[]) {
  const { from, to } = studentMove[kind];
  if (chosen.some((one) => one.institutionId !== chosen[0]!.institutionId))
    throw new ValidationError('studentIds', 'Choose students of one institution.');
  const wrong = chosen.filter((one) => !from.includes(one.status));
  if (wrong.length === 0) return;
  throw chosen.length === 1
    ? new ValidationError('status', cannotBecome(wrong, to))
    : new ValidationError('studentIds', `${cannotBecome(wrong, to)} Clear their selection, then try again.`);
}

/** 'Simi Ojo is withdrawn and cannot become graduated.' */
export function cannotBecome(students: Named[], to: StudentStatus): string {
  const word = (status: StudentStatus) => studentStatusWords[status].toLowerCase();
  const named = students
    .slice(0, 3)
    .map((one) => `${one.firstName} ${one.surname} is ${one.status === to ? 'already ' : ''}${word(one.status)}`)
    .join(', ');
  const more = students.length > 3 ? `, with ${students.length - 3} more` : '';
  if (students.every(({ status }) => status === to)) return `${named}${more}.`;
  return `${named}${more && `${more},`} and cannot become ${word(to)}.`;
}
