import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { personWishes, type PersonWish } from '#features/messages/contact/opt-outs/person-wishes.ts';
import { employeeKind } from '#features/people/employees/employee-kind.ts';
import { guardianKind } from '#features/people/guardians/guardian-kind.ts';
import { studentKind } from '#features/people/students/student-kind.ts';
import { maySeeHistory } from './message-access.ts';
import { personLetters, type PersonLetter } from './person-letters.ts';
import { personMessages, type PersonMessage } from './person-messages.ts';

export const personKinds: readonly PersonKind[] = [studentKind, guardianKind, employeeKind];

export interface MessageTab {
  /** The address of further pages. */
  address: string;
  rows: PersonMessage[];
  after: number | null;
  wishes: PersonWish[];
  letters: { rows: PersonLetter[]; isMore: boolean };
}

/** The tab "Messages" on the records of students, guardians and employees. */
export const messageTabs: ProfileTab[] = personKinds.map((kind) => ({
  of: kind.entity,
  name: 'messages',
  label: 'Messages',
  place: 40,
  may: maySeeHistory[kind.entity],
  component: 'notices/person-messages',
  load: async (db, actor, personId): Promise<MessageTab> => {
    const [messages, letters, wishes] = await Promise.all([
      personMessages(db, actor, kind, personId, {}),
      personLetters(db, actor, kind, personId),
      personWishes(db, actor, kind, personId),
    ]);
    return { address: `/message-history/${kind.people}/${personId}`, ...messages, letters, wishes };
  },
}));
