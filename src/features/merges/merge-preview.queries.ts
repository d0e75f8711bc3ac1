import { sql } from 'drizzle-orm';
import { formatDay } from '#kernel/dates.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { groupsSeen, type RestrictedGroup } from '#kernel/field-groups.ts';
import { phoneText } from '#ui/format.ts';
import { noteReading } from '#features/people/note-reading.ts';
import { photoUrl } from '#features/people/photo-url.ts';
import { isEnrolled, studentStatusWords, type StudentStatus } from '#features/students/student-status.ts';
import { customKey, customPairs, customWinner } from './merge-custom-values.ts';
import { planSeat, type Seat } from './merge-enrolments.ts';
import { mergeLinks } from './merge-links.ts';
import { isEmpty, isSame, winnerOf, type MergeUnit, type Row, type Side } from './merge-units.ts';
import type { MergePreview, PreviewField } from './merges.pages.ts';
import { lockPair, type Pair } from './read-pair.ts';
import { mergeEntities } from './entities.ts';
import type { Entity } from '#features/people/people.schema.ts';

/** What merging two records would do, field by field. That restricted values are shown is written down. */
export async function mergePreview(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  keptId: number,
  otherId: number,
): Promise<MergePreview> {
  const about = mergeEntities[entity];
  const pair = await lockPair(tx, actor, about, keptId, otherId);
  const seat = entity === 'student' ? await planSeat(tx, pair) : null;
  const groups = groupsSeen(actor, pair.institutionId, about.groups);
  const all = [...(await unitFields(tx, pair, seat)), ...(await customFieldsOf(tx, pair))];
  const seen = all.filter(({ group }) => groups.includes(group));
  const differing = seen.filter(({ isSame: same }) => !same);
  const shown = groups.filter(
    (group): group is RestrictedGroup =>
      group !== 'general' && differing.some((field) => field.group === group && (field.kept ?? field.other) !== null),
  );
  for (const subjectId of [keptId, otherId])
    await noteReading(tx, actor, {
      institutionId: pair.institutionId,
      entity,
      subjectId,
      groups: shown,
      place: 'form',
    });
  return {
    fields: differing,
    sameCount: seen.length - differing.length,
    unseenCount: all.filter((field) => !groups.includes(field.group) && !field.isSame).length,
    moves: await movesOf(tx, pair),
    conflicts: [...(seat ? seatConflicts(pair, seat) : []), ...(await linkConflicts(tx, pair))],
  };
}

async function unitFields(tx: Tx, pair: Pair, seat: Seat | null): Promise<PreviewField[]> {
  const { about, kept, other, keptId, otherId } = pair;
  const names = await placeNames(tx, [kept, other]);
  const said = (unit: MergeUnit, row: Row, side: Side) =>
    isEmpty(unit, row) ? null : unit.key === 'status' ? statusOf(row, seat!, side) : words(unit, row, names);
  return about.units.flatMap((unit) => {
    if (isEmpty(unit, kept) && isEmpty(unit, other)) return [];
    const [mine, its] = [said(unit, kept, 'kept'), said(unit, other, 'other')];
    const isPhoto = unit.key === 'photo';
    const photo = (row: Row, id: number) =>
      isPhoto ? photoUrl(about.table, { id, photoId: row.photo_id as number | null }, 'small') : undefined;
    return {
      ...{ key: unit.key, label: unit.label, group: unit.group, kept: mine, other: its },
      ...{ keptPhoto: photo(kept, keptId), otherPhoto: photo(other, otherId) },
      winner: winnerOf(unit, kept, other),
      isSame: unit.key === 'status' ? mine === its : isSame(unit, kept, other),
    };
  });
}

const statusOf = (row: Row, { open }: Seat, side: Side) =>
  [studentStatusWords[row.status as StudentStatus], open[side]?.batch].filter(Boolean).join(', ');

const customFieldsOf = async (tx: Tx, pair: Pair): Promise<PreviewField[]> =>
  (await customPairs(tx, pair)).map((field) => ({
    ...{ key: customKey(field.fieldId), label: field.label, group: field.group, kept: field.kept, other: field.other },
    ...{ winner: customWinner(field, {}), isSame: field.kept === field.other },
  }));

const genders: Record<string, string> = { female: 'Female', male: 'Male' };

function words({ key, columns }: MergeUnit, row: Row, names: Map<string, string>): string {
  if (key === 'photo') return 'Photo';
  if (key === 'employment') {
    const [from, to, reason] = columns.map((column) => row[column] as string | null);
    return [from && `from ${formatDay(from)}`, to && `until ${formatDay(to)}`, reason].filter(Boolean).join(', ');
  }
  const said = columns
    .map((column) => row[column] as string | null)
    .filter((value) => value !== null)
    .map((value) =>
      /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : (names.get(value) ?? genders[value] ?? phoneText(value)),
    );
  return key === 'place' ? said.toReversed().join(', ') : said.join(' · ');
}

/** Countries, states and LGAs by their ids. */
async function placeNames(tx: Tx, rows: Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => [row.country_id, row.nationality_id, row.state_id, row.lga_id]).filter(Boolean);
  const { rows: found } = await tx.execute<{ id: string; name: string }>(sql`
    select id, name from countries where id = any(${sql.param(ids)}::text[])
    union all select id, name from states where id = any(${sql.param(ids)}::text[])
    union all select id, name from lgas where id = any(${sql.param(ids)}::text[])`);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** '2 documents', and so on, of the record that is merged. */
async function movesOf(tx: Tx, { about, institutionId, otherId }: Pair): Promise<string[]> {
  const links = [
    ...(about.entity === 'student' ? [{ table: 'enrolments', one: 'enrolment', many: 'enrolments' }] : []),
    ...(about.entity === 'employee'
      ? []
      : [
          {
            table: 'student_guardians',
            ...(about.entity === 'student'
              ? { one: 'guardian', many: 'guardians' }
              : { one: 'child', many: 'children' }),
          },
        ]),
    ...mergeLinks[about.entity],
  ];
  const counts = links.map(
    ({ table }) => sql`(select count(*)::int from ${sql.identifier(table)}
      where institution_id = ${institutionId} and ${sql.identifier(about.owner)} = ${otherId})`,
  );
  const { rows } = await tx.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`);
  return links.flatMap(({ one, many }, at) => {
    const count = rows[0]!.counts[at]!;
    return count === 0 ? [] : `${count} ${count === 1 ? one : many}`;
  });
}

function seatConflicts({ kept, other }: Pair, { open, closed, stays, status }: Seat): string[] {
  const lines: string[] = [];
  if (kept.status !== other.status)
    lines.push(
      `One record is ${studentStatusWords[kept.status as StudentStatus].toLowerCase()}, the other ${studentStatusWords[other.status as StudentStatus].toLowerCase()}. The choice beside Status decides.`,
    );
  if (open.kept && open.other && isEnrolled(status))
    lines.push(
      `Both have a place in the current session: ${open.kept.batch} and ${open.other.batch}. With the status that is chosen now ${stays!.batch} stays; the place in ${closed[0]!.batch} becomes free.`,
    );
  return lines;
}

async function linkConflicts(tx: Tx, { about, institutionId, keptId, otherId }: Pair): Promise<string[]> {
  const owner = sql.identifier(about.owner);
  const isStudent = about.entity === 'student';
  const [theirs, people] = isStudent ? ['guardian_id', 'guardians'] : ['student_id', 'students'];
  const lines: string[] = [];
  if (about.entity !== 'employee') {
    const { rows } = await tx.execute<{ names: string[] | null; kin: number }>(sql`
      select (select array_agg(p.first_name || ' ' || p.surname order by p.sort_name)
          from student_guardians k join student_guardians g on g.institution_id = k.institution_id and g.${sql.identifier(theirs)} = k.${sql.identifier(theirs)}
          join ${sql.identifier(people)} p on (p.institution_id, p.id) = (k.institution_id, k.${sql.identifier(theirs)})
          where k.institution_id = ${institutionId} and k.${owner} = ${keptId} and g.${owner} = ${otherId}) as names,
        (select count(*)::int from student_guardians where institution_id = ${institutionId} and ${owner} in (${keptId}, ${otherId}) and is_next_of_kin) as kin`);
    const { names, kin } = rows[0]!;
    if (names)
      lines.push(
        isStudent
          ? `${names.join(', ')} stands on both records. One link stays, with all that either says.`
          : `Both are guardians of ${names.join(', ')}. One link stays, with all that either says.`,
      );
    if (isStudent && kin === 2) lines.push('Both records name a next of kin. The one of the kept record stays.');
  }
  const { rows: logins } = await tx.execute<{ person: number; names: string[] }>(sql`
    select m.${owner} as person, array_agg(distinct a.username order by a.username) as names
    from memberships m join accounts a on a.id = m.account_id
    where m.institution_id = ${institutionId} and m.${owner} in (${keptId}, ${otherId}) group by 1`);
  const [mine, its] = [keptId, otherId].map((id) => logins.find((row) => Number(row.person) === id)?.names ?? []);
  const both = mine!.filter((name) => its!.includes(name));
  if (both.length)
    lines.push(`The sign-in ${both.join(', ')} belongs to both records. It stays, and opens the kept one.`);
  else if (mine!.length && its!.length)
    lines.push(
      `Both can sign in, as ${mine!.join(', ')} and as ${its!.join(', ')}. Both sign-ins then open the kept record.`,
    );
  if (about.entity === 'employee') {
    const { rows } = await tx.execute<{ name: string }>(sql`
      select b.name from batch_teachers k join batch_teachers g on (g.institution_id, g.batch_id) = (k.institution_id, k.batch_id)
      join batches b on (b.institution_id, b.id) = (k.institution_id, k.batch_id)
      where k.institution_id = ${institutionId} and k.employee_id = ${keptId} and g.employee_id = ${otherId} order by b.name`);
    if (rows.length) lines.push(`Both lead ${rows.map(({ name }) => name).join(', ')}. It is named once afterwards.`);
  }
  return lines;
}
