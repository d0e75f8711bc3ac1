import { and, count, inArray, notInArray } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { enrolledStatuses } from '#features/people/students/student-status.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { initials, listName, textName } from '#ui/format.ts';
import { cardLimit, type StudentCards } from './card-options.ts';
import type { FoundCards } from './make-cards.ts';
import { shorterNames } from './card.ts';

/** The requested students in list order. Needs the export permission, because a file of photos and numbers is an export. Students who are not enrolled are counted and get no card. */
export async function findStudentCards(db: Db, actor: Actor, asked: StudentCards, origin: string): Promise<FoundCards> {
  const { ids, sheet: _, back: __, bloodGroup, ...filter } = asked;
  studentList.allow(actor, filter);
  const institutionIds = institutionsInView(actor, filter.institution_id, 'students.export');
  if (institutionIds.length === 0) throw new NotAllowed();
  const { table, where, orderBy } = studentList.whole(actor, filter);
  const wanted = and(
    visibleTo(actor, table, filter.institution_id),
    inArray(table.institutionId, institutionIds),
    ...(ids ? [inArray(table.id, ids)] : where),
  );
  const listed = db
    .select({
      id: table.id,
      institutionId: table.institutionId,
      surname: table.surname,
      firstName: table.firstName,
      middleName: table.middleName,
      number: table.admissionNumber,
      place: table.batchName,
      photoId: table.photoId,
      bloodGroup: table.bloodGroup,
    })
    .from(table)
    .where(and(wanted, inArray(table.status, [...enrolledStatuses])))
    .orderBy(...orderBy)
    .limit(cardLimit + 1);
  const left = db
    .select({ count: count() })
    .from(table)
    .where(and(wanted, notInArray(table.status, [...enrolledStatuses])));
  const [rows, [leftOut]] = await Promise.all([listed, left]);
  const found = rows.map(({ surname, firstName, middleName, photoId, ...row }) => ({
    ...row,
    photoId,
    name: textName({ surname, firstName, middleName }),
    shorter: shorterNames({ surname, firstName, middleName }),
    initials: initials(listName({ surname, firstName, middleName })),
    numberLabel: 'Admission no.',
    placeLabel: wordsOf(membershipIn(actor, row.institutionId)!.terminology).batch,
    bloodGroup: bloodGroup && can(actor, 'students.viewHealth', row.institutionId) ? row.bloodGroup : null,
    address: `${origin}/students/${row.id}`,
  }));
  return { found, leftOut: leftOut!.count };
}
