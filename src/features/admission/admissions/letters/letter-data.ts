import { sql } from 'drizzle-orm';
import { type Db, query } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { formatMoney } from '#kernel/money.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { ownHosts, ownOrigin } from '#features/school/site/own-hosts.ts';
import type { ApplicationState } from '../admissions.ts';
import type { LetterSheet } from './letter.pdf.ts';
import type { PersonNames } from '#ui/format.ts';

interface LetterRow extends PersonNames {
  status: ApplicationState;
  letter: string | null;
  number: string;
  programme: string;
  class: string | null;
  session: string;
  until: Day | null;
  offeredOn: Day;
  fee: number;
  currency: string;
  school: string;
  slug: string | null;
  hosts: string[];
}

/** The letter of an offer. The caller has checked that the reader may see the application. */
export async function letterData(
  db: Db,
  files: Files,
  { institutionId, id, origin }: { institutionId: number; id: number; origin: string },
): Promise<LetterSheet> {
  const [row] = await query<LetterRow>(db)`
    select a.status, i.letter, a.surname, a.first_name as "firstName", a.middle_name as "middleName", a.number,
      p.name as programme, c.name as class, y.name as session, a.offer_until::text as until,
      (a.offered_at at time zone n.time_zone)::date::text as "offeredOn", i.acceptance_fee as fee, n.currency,
      n.name as school, s.slug, ${ownHosts(sql`a.institution_id`)} as hosts
    from applications a
    join intakes i on (i.institution_id, i.id) = (a.institution_id, a.intake_id)
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    join institutions n on n.id = a.institution_id
    left join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    left join sites s on s.institution_id = a.institution_id
    where a.institution_id = ${institutionId} and a.id = ${id}`;
  if (!row) throw new NotFound('application');
  if (row.status !== 'offered' && row.status !== 'accepted' && row.status !== 'admitted')
    throw new Conflict('There is no admission letter before an offer.');
  const name = [row.firstName, row.middleName, row.surname].filter(Boolean).join(' ');
  const text = filledIn(row.letter ?? standardLetter, {
    name,
    first_name: row.firstName,
    surname: row.surname,
    number: row.number,
    programme: row.programme,
    class: row.class ?? row.programme,
    session: row.session,
    school: row.school,
    deadline: row.until ? formatDay(row.until) : 'the first day of term',
    acceptance_fee: row.fee > 0 ? formatMoney({ minor: Number(row.fee), currency: row.currency }) : 'none',
  });
  return {
    letterhead: await letterheadOf(db, files, institutionId),
    name,
    number: row.number,
    date: row.offeredOn,
    paragraphs: text
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .filter(Boolean),
    address: row.slug ? `${ownOrigin(row.hosts, origin)}/sites/${row.slug}/application` : origin,
  };
}

/** What can be written in braces in an admission letter. */
const letterFields = {
  name: 'Full name',
  first_name: 'First name',
  surname: 'Surname',
  number: 'Application number',
  programme: 'Programme',
  class: 'Class',
  session: 'Academic session',
  deadline: 'Last day to accept',
  acceptance_fee: 'Acceptance fee',
  school: 'Institution',
} as const;
type LetterField = keyof typeof letterFields;
type LetterValues = Record<LetterField, string>;

/** The letter of an intake without one of its own. Paragraphs are separated by an empty line. */
const standardLetter = `Dear {first_name},

We are pleased to offer you a place in {programme}, {class}, for the {session} session at {school}. Your application number is {number}.

Please accept this offer by {deadline} on your application page. Acceptance fee: {acceptance_fee}.

Bring the originals of your papers on the first day. We look forward to welcoming you.`;

/** The letter with its fields filled in. Values are text: braces in a name stay as they are. */
const filledIn = (text: string, values: LetterValues): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as LetterField] : whole,
  );
