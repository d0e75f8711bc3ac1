import type { InstitutionChoice } from './structure.pages.ts';
import { sql, type SQLWrapper, type SQL } from 'drizzle-orm';
import type { ReportContext, ReportField, ReportJoin } from '#kernel/contracts/report.ts';
import { fieldsIn, inView } from '#kernel/contracts/report-fields.ts';
import type { Permission } from '#kernel/permissions.ts';
import { institutionsInView, type Actor, institutionsWhere, membershipIn, institutionInView } from '#kernel/actor.ts';

export const seeing = ['structure.view'] as const;

/** Rows of the institutions whose structure the reader sees, for reports. */
export const visibleIn = (institutionId: SQL) => (actor: Actor, wanted: number | undefined) =>
  institutionsInView(actor, wanted, ...seeing).map((id) => sql`${institutionId} = ${id}`);

/**
 * Classes in their order. Those of the same name, such as 100 Level in two programs, are named with their program, so
 * that each is a group of its own.
 */
const classPlaces = sql`(select c.institution_id, c.id, c.program_id,
    c.name || case when count(*) over (partition by c.institution_id, c.name) > 1 then ' (' || p.code || ')' else '' end as name,
    concat(p.name, ' ', lpad(c.position::text, 6, '0'), ' ', c.name, ' ', c.id) as place
  from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id))`;

/** Joins from a batch to its class, program and session: the batch is `seat`. */
export function seatJoins(
  subject: string,
  row: { institutionId: SQLWrapper; batchId: SQLWrapper },
  ...after: string[]
) {
  return [
    {
      subject,
      name: 'seat',
      after,
      sql: sql`left join batches seat on (seat.institution_id, seat.id) = (${row.institutionId}, ${row.batchId})`,
    },
    ...joinsOfSeat(subject, 'seat'),
  ] satisfies ReportJoin[];
}

/** The same for batches themselves, where `seat` is the row. */
export const joinsOfSeat = (subject: string, ...after: string[]): ReportJoin[] => [
  {
    subject,
    name: 'seat_class',
    after,
    sql: sql`left join ${classPlaces} seat_class on (seat_class.institution_id, seat_class.id) = (seat.institution_id, seat.class_id)`,
  },
  {
    subject,
    name: 'seat_program',
    after: ['seat_class'],
    sql: sql`left join programs seat_program
      on (seat_program.institution_id, seat_program.id) = (seat_class.institution_id, seat_class.program_id)`,
  },
  {
    subject,
    name: 'seat_session',
    after,
    sql: sql`left join academic_sessions seat_session
      on (seat_session.institution_id, seat_session.id) = (seat.institution_id, seat.session_id)`,
  },
];

/** Where a row's batch belongs: its class, program and session. */
export function seatFields(subject: string, group: string, seeing: readonly Permission[]): ReportField[] {
  const { choice } = fieldsIn(subject, group);
  return [
    choice('class', 'Class', sql`seat_class.name`, {
      word: 'class',
      joins: ['seat_class'],
      code: sql`seat_class.id`,
      isId: true,
      options: classOptions(seeing),
      width: 14,
      order: { by: sql`seat_class.place`, as: 'text' },
    }),
    choice('program', 'Programme', sql`seat_program.name`, {
      joins: ['seat_program'],
      code: sql`seat_program.id`,
      isId: true,
      options: programOptions(seeing),
      width: 22,
    }),
    choice('academic_session', 'Academic session', sql`seat_session.name`, {
      joins: ['seat_session'],
      code: sql`seat_session.id`,
      isId: true,
      options: sessionOptions(seeing),
      width: 16,
      order: { by: sql`seat_session.starts_on::text || ' ' || seat_session.id`, as: 'text' },
    }),
  ];
}

/**
 * The batch of a row, in the order of the classes. `note` is SQL for what follows a batch's name among the options.
 */
export const batchField = (
  subject: string,
  group: string,
  seeing: readonly Permission[],
  { name, id, note }: { name: SQLWrapper; id: SQLWrapper; note?: SQLWrapper },
): ReportField =>
  fieldsIn(subject, group).choice('batch', 'Batch', name, {
    word: 'batch',
    joins: ['seat', 'seat_class'],
    code: id,
    isId: true,
    options: batchOptions(seeing, note),
    width: 16,
    order: { by: sql`coalesce(seat_class.place, '') || ' ' || ${name}`, as: 'text' },
  });

type Options = (context: ReportContext) => ReturnType<typeof sql>;

export const classOptions =
  (seeing: readonly Permission[]): Options =>
  (context) =>
    sql`select c.id::text as value, c.name as label from ${classPlaces} c
    where ${inView(sql`c.institution_id`, context, seeing)} order by c.place`;

export const programOptions =
  (seeing: readonly Permission[]): Options =>
  (context) =>
    sql`select p.id::text as value, p.name as label from programs p
    where ${inView(sql`p.institution_id`, context, seeing)} order by p.retired_at is not null, p.name, p.id`;

export const sessionOptions =
  (seeing: readonly Permission[]): Options =>
  (context) =>
    sql`select y.id::text as value, y.name as label from academic_sessions y
    where ${inView(sql`y.institution_id`, context, seeing)} order by y.starts_on desc, y.id`;

/** Those of the current session first; those of another with its name. */
const batchOptions =
  (seeing: readonly Permission[], note: SQLWrapper = sql`''`): Options =>
  (context) =>
    sql`select b.id::text as value, b.name || case when y.is_current then '' else ', ' || y.name end || ${note} as label
    from batches b join ${classPlaces} c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
    where ${inView(sql`b.institution_id`, context, seeing)}
    order by y.is_current desc, y.starts_on desc, c.place, b.name, b.id`;

/** The institution of a new record: the one in the address, else the first the actor can edit. */
export function chooseInstitution(actor: Actor, wanted: number | undefined): InstitutionChoice {
  const institutionId = institutionInView(actor, wanted, 'structure.edit');
  const institutions = institutionsWhere(actor, 'structure.edit').map((id) => ({
    id,
    name: membershipIn(actor, id)!.name,
  }));
  return { institutionId, institutions };
}

/** The institution of an edit form: the record's own. */
export const ofRecord = (institutionId: number): InstitutionChoice => ({ institutionId, institutions: [] });

/** Whether the actor can edit the structure of an institution in view. */
export const mayEdit = (actor: Actor, wanted?: number): boolean =>
  institutionsInView(actor, wanted, 'structure.edit').length > 0;
