import { and, count, inArray, notInArray, eq } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { enrolledStatuses } from '#features/people/students/student-status.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { initials, listName, textName, countOf, phoneText } from '#ui/format.ts';
import { z } from 'zod';
import { checkbox, queryParam } from '#kernel/schemas.ts';
import { ofAddress } from '#features/records/people/list/people-list.ts';
import { employeeList } from '#features/people/employees/employees.list.ts';
import { formatDay } from '#kernel/dates.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { academicSessions } from '#features/school/structure/structure.schema.ts';
import { readableAccent } from '#ui/theme/accent.ts';
import { recordMany } from '#kernel/audit.ts';
import { localPaths, type Files } from '#kernel/files.ts';
import { files as storedFiles } from '#kernel/tables.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { logAccesses } from '#features/records/people/history.queries.ts';
import { qrOf, type QrSquares } from '#kernel/qr.ts';

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
    placeLabel: termsOf(membershipIn(actor, row.institutionId)!.terminology).batch,
    bloodGroup: bloodGroup && can(actor, 'students.viewHealth', row.institutionId) ? row.bloodGroup : null,
    address: `${origin}/students/${row.id}`,
  }));
  return { found, leftOut: leftOut!.count };
}

/** An ID card, for both the preview and the file. */
export interface Card {
  id: number;
  institutionId: number;
  /** 'Ada Ngozi Obi'. */
  name: string;
  /** Shorter ones that keep the surname, for names longer than the card: 'Ada N. Obi', 'A. N. Obi'. */
  shorter: string[];
  initials: string;
  numberLabel: string;
  number: string;
  /** Batch or job title, with the institution's label. */
  placeLabel: string;
  place: string | null;
  /** Null if not requested, unknown, or restricted for the user. */
  bloodGroup: string | null;
  /** The QR code's URL of the record, which requires signing in. */
  address: string;
}

/** Content common to all cards of an institution. */
export interface CardIssuer {
  name: string;
  accent: string;
  /** 'Student' or 'Staff'. */
  role: string;
  valid: string | null;
  /** The return address for lost cards. */
  returnTo: string[];
}

/** The name with the given names shortened to initials, first all but one, then all. */
export function shorterNames(p: {
  title?: string | null;
  surname: string;
  firstName: string;
  middleName: string | null;
}) {
  const [first, ...others] = [p.firstName, p.middleName].join(' ').split(/\s+/).filter(Boolean);
  const initial = (name: string) => `${[...name][0]!.toUpperCase()}.`;
  const whole = (given: (string | undefined)[]) => [p.title, ...given, p.surname].filter(Boolean).join(' ');
  return [
    whole([first, ...others.map(initial)]),
    whole([first, ...others].map((name) => name && initial(name))),
    whole([]),
  ];
}

/** The maximum number of cards in a file. */
export const cardLimit = 500;

/** Ids of selected people as '4,17,23'; by default the filtered list. */
const ids = queryParam(
  z
    .string()
    .regex(/^\d{1,16}(,\d{1,16})*$/, 'Select the people again.')
    .transform((text) => [...new Set(text.split(','))].map(Number))
    .refine((all) => all.length <= cardLimit, `One file can have up to ${cardLimit} cards. Select fewer people.`),
);

/** Card content and paper options. */
const cardOptions = {
  ids,
  /** Ten per page with crop marks, or one per page for card printers. */
  sheet: z.enum(['a4', 'single']).default('a4'),
  back: checkbox,
  bloodGroup: checkbox,
};

export const StudentCards = ofAddress(studentList.Fields.omit({ after: true }).extend(cardOptions));
export type StudentCards = z.infer<typeof StudentCards>;
export const EmployeeCards = ofAddress(employeeList.Fields.omit({ after: true }).extend(cardOptions));
export type EmployeeCards = z.infer<typeof EmployeeCards>;

/** The common content of cards of these institutions; cards are valid for the current academic session. */
export async function issuersOf(
  db: Db,
  actor: Actor,
  institutionIds: number[],
  role: string,
): Promise<Record<number, CardIssuer>> {
  const seen = institutionIds.filter((id) => membershipIn(actor, id));
  if (seen.length === 0) return {};
  const rows = await db
    .select({
      id: institutions.id,
      name: institutions.name,
      accent: institutions.accent,
      address: institutions.address,
      city: institutions.city,
      phone: institutions.phone,
      session: academicSessions.name,
      endsOn: academicSessions.endsOn,
    })
    .from(institutions)
    .leftJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, institutions.id), eq(academicSessions.isCurrent, true)),
    )
    .where(inArray(institutions.id, seen));
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        accent: readableAccent(row.accent, 'light'),
        role,
        valid: row.session && `Valid ${row.session}, until ${formatDay(row.endsOn!)}`,
        returnTo: [[row.address, row.city].filter(Boolean).join(', '), phoneText(row.phone)].filter(
          (line): line is string => Boolean(line),
        ),
      },
    ]),
  );
}

interface Found extends Card {
  photoId: number | null;
}

export interface FoundCards {
  found: Found[];
  /** People in the list who are not at the school and get no card. */
  leftOut: number;
}

export interface CardFile {
  sheet: 'a4' | 'single';
  back: boolean;
  cards: (Card & { qr: QrSquares; photoPath: string | null })[];
  issuers: Record<number, CardIssuer & { logo: Buffer | null }>;
}

interface Wanted extends FoundCards {
  people: 'students' | 'employees';
  sheet: 'a4' | 'single';
  back: boolean;
}

/** The data of the file. Writes an audit entry, also for each printed blood group. */
export async function makeCards(
  tx: Tx,
  actor: Actor,
  files: Files,
  { people, found, leftOut, sheet, back }: Wanted,
): Promise<CardFile> {
  if (found.length === 0)
    throw new ValidationError(
      'ids',
      leftOut
        ? 'Nobody in this list is currently at the school, so there are no cards to print. Choose other people.'
        : 'This list is empty. Choose people to print cards for.',
    );
  if (found.length > cardLimit)
    throw new ValidationError('ids', `There are more than ${cardLimit} cards. Filter the list and print it in parts.`);
  const institutionIds = [...new Set(found.map(({ institutionId }) => institutionId))];
  const [issuers, photos, logos] = await Promise.all([
    issuersOf(tx, actor, institutionIds, people === 'students' ? 'Student' : 'Staff'),
    photoPaths(tx, files, found),
    Promise.all(institutionIds.map(async (id) => [id, (await letterheadOf(tx, files, id)).logo] as const)),
  ]);
  const entity = people === 'students' ? 'student' : 'employee';
  const printed = institutionIds.map((institutionId) => {
    const here = found.filter((one) => one.institutionId === institutionId);
    const [only] = here;
    return {
      institutionId,
      summary:
        here.length === 1
          ? `printed the ID card of ${only!.name}`
          : `printed ID cards of ${countOf(here.length, entity)}`,
      ...(here.length === 1 && { subject: { type: entity, id: only!.id } }),
      details: { ids: here.map(({ id }) => id), bloodGroups: here.filter(({ bloodGroup }) => bloodGroup).length },
    };
  });
  await recordMany(tx, actor, `${people}.printCards`, printed);
  await logAccesses(
    tx,
    actor,
    found
      .filter(({ bloodGroup }) => bloodGroup)
      .map(({ institutionId, id }) => ({ institutionId, entity, subjectId: id, groups: ['health'], place: 'print' })),
  );
  const logoOf = new Map(logos);
  return {
    sheet,
    back,
    cards: found.map(({ photoId, ...card }) => ({
      ...card,
      qr: qrOf(card.address),
      photoPath: (photoId && photos.get(photoId)) || null,
    })),
    issuers: Object.fromEntries(
      Object.entries(issuers).map(([id, issuer]) => [id, { ...issuer, logo: logoOf.get(Number(id)) ?? null }]),
    ),
  };
}

/** Paths of the photos, which the drawing process reads one at a time to save memory. */
async function photoPaths(db: Db, files: Files, found: Found[]): Promise<Map<number, string>> {
  const ids = found.flatMap(({ photoId }) => photoId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: storedFiles.id, storedAs: storedFiles.storedAs })
    .from(storedFiles)
    .where(
      and(
        inArray(storedFiles.institutionId, [...new Set(found.map(({ institutionId }) => institutionId))]),
        inArray(storedFiles.id, ids),
      ),
    );
  return localPaths(files, rows);
}
