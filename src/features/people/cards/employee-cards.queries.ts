import { and, count, inArray, isNotNull, isNull } from 'drizzle-orm';
import { can, institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { employeeList } from '#features/people/employees/employees.list.ts';
import { visibleTo } from '#features/people/employees/employees.policy.ts';
import { initials, listName, textName } from '#ui/format.ts';
import { shorterNames, cardLimit, type EmployeeCards, type FoundCards } from './cards.ts';

/** The requested employees in list order. Former employees are counted and get no card. */
export async function findEmployeeCards(
  db: Db,
  actor: Actor,
  asked: EmployeeCards,
  origin: string,
): Promise<FoundCards> {
  const { ids, sheet: _, back: __, bloodGroup, ...filter } = asked;
  employeeList.allow(actor, filter);
  const institutionIds = institutionsInView(actor, filter.institution_id, 'employees.export');
  if (institutionIds.length === 0) throw new NotAllowed();
  const { table, where, orderBy } = employeeList.whole(actor, filter);
  const wanted = and(
    visibleTo(actor, table, filter.institution_id),
    inArray(table.institutionId, institutionIds),
    ...(ids ? [inArray(table.id, ids)] : where),
  );
  const listed = db
    .select({
      id: table.id,
      institutionId: table.institutionId,
      title: table.title,
      surname: table.surname,
      firstName: table.firstName,
      middleName: table.middleName,
      number: table.employeeNumber,
      jobTitle: table.jobTitle,
      department: table.department,
      photoId: table.photoId,
      bloodGroup: table.bloodGroup,
    })
    .from(table)
    .where(and(wanted, isNull(table.leftOn)))
    .orderBy(...orderBy)
    .limit(cardLimit + 1);
  const left = db
    .select({ count: count() })
    .from(table)
    .where(and(wanted, isNotNull(table.leftOn)));
  const [rows, [leftOut]] = await Promise.all([listed, left]);
  const found = rows.map(({ title, surname, firstName, middleName, jobTitle, department, ...row }) => ({
    ...row,
    name: [title, textName({ surname, firstName, middleName })].filter(Boolean).join(' '),
    shorter: shorterNames({ title, surname, firstName, middleName }),
    initials: initials(listName({ surname, firstName, middleName })),
    numberLabel: 'Employee no.',
    placeLabel: jobTitle ? 'Job title' : 'Department',
    place: jobTitle ?? department,
    bloodGroup: bloodGroup && can(actor, 'employees.viewHealth', row.institutionId) ? row.bloodGroup : null,
    address: `${origin}/employees/${row.id}`,
  }));
  return { found, leftOut: leftOut!.count };
}
