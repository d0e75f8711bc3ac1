import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import { defer, page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { ApplicationFilter, listedBy, orders, ageOf, clock, missingPapers } from './applications.list.ts';
import { applicationRows, className, programName, sessionName, type ApplicationRow } from './application-page.ts';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, query, render } from '#kernel/database.ts';
import { ValidationError, NotAllowed } from '#kernel/errors.ts';
import { mostDecided } from '../decisions/transitions.ts';
import { type ApplicationState, applicationStates } from '../admissions.ts';
import {
  type ExportedTable,
  columnsAndCells,
  textCells,
  numberCells,
  dayCells,
  labelled,
} from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { genders } from '#features/records/people/genders.ts';
import { applications } from '../admissions.schema.ts';
import type { SentState } from './desk-labels.ts';
import type { ApplicationProps } from './show-application.ts';
import type { Option } from '#ui/plain/options.ts';

/** Applications that were sent: the list and its file. */
export function applicationListRoutes(app: App): void {
  app.get(
    '/applications',
    { config: may('admissions.view'), schema: { querystring: ApplicationFilter } },
    async (request, reply) => {
      const { query } = request;
      const list = await applicationRows(request, (actor) => {
        const holds = (permission: Permission) =>
          institutionsInView(actor, query.institution_id, permission).length > 0;
        return {
          export: holds('admissions.export'),
          decide: holds('admissions.decide'),
          admit: holds('admissions.admit'),
          edit: holds('admissions.edit'),
        };
      });
      return reply.page(applicationListPage, {
        ...list,
        choices: defer(() => request.read((db, actor) => applicationChoices(db, actor, query.institution_id))),
        counts: defer(() => request.read((db, actor) => countsByState(db, actor, query))),
      });
    },
  );

  app.get(
    '/applications/ids',
    { config: { ...may('admissions.decide'), isHeavy: true }, schema: { querystring: ApplicationFilter } },
    async (request, reply) =>
      reply.send({ rows: await request.read((db, actor) => wholeList(db, actor, request.query)) }),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/applications.${format}`,
      { config: may('admissions.export'), schema: { querystring: ExportApplications } },
      (request, reply) => reply.table(format, (actor) => exportApplications(actor, request.query)),
    );
}

/** An application that is ticked without being loaded: what can be decided depends on its status. */
export interface TickedApplication {
  id: number;
  status: ApplicationState;
}

/** All that the filter finds, to decide on them together. */
async function wholeList(db: Db, actor: Actor, filter: ApplicationFilter): Promise<TickedApplication[]> {
  const { rows, isMore } = await bounded(
    mostDecided,
    (limit) =>
      query<TickedApplication>(db)`
      select id::bigint as id, status from applications where ${listedBy(actor, filter)} order by id desc limit ${limit}`,
  );
  if (isMore)
    throw new ValidationError(
      'filters',
      `Choose at most ${mostDecided.toLocaleString('en')} applications. Add a filter.`,
    );
  return rows;
}

const ExportApplications = ApplicationFilter.omit({ after: true });

const moment = (at: SQLWrapper) => sql`to_char(${at} at time zone ${clock}, 'YYYY-MM-DD HH24:MI')`;
const guardian = (key: string) => sql`(applications.answers #>> ${`{guardians,0,${key}}`}::text[])`;

const { columns, cells } = columnsAndCells([
  textCells('Number', 18, applications.number),
  textCells('Institution', 28, institutions.name),
  textCells('Surname', 18, applications.surname),
  textCells('First name', 18, applications.firstName),
  textCells('Middle name', 18, applications.middleName),
  textCells('Gender', 10, labelled(applications.gender, genders)),
  dayCells('Date of birth', 14, applications.birthDate),
  numberCells('Age', 8, ageOf),
  textCells('Phone', 18, applications.phone),
  textCells('E-mail', 26, applications.email),
  textCells('Programme', 28, programName),
  textCells('Session', 12, sessionName),
  textCells('Class', 14, className),
  textCells('Status', 16, labelled(applications.status, applicationStates)),
  textCells('Sent', 18, moment(applications.submittedAt)),
  numberCells('Score', 10, applications.score),
  numberCells('Interview', 10, applications.interview),
  numberCells('Missing papers', 14, missingPapers),
  textCells('Fee paid', 18, moment(applications.feePaidAt)),
  dayCells('Offer until', 14, applications.offerUntil),
  textCells('Guardian', 26, sql`nullif(concat_ws(' ', ${guardian('firstName')}, ${guardian('surname')}), '')`),
  textCells('Guardian’s mobile', 18, guardian('mobile')),
]);

/** Applications as a table, in the order of the list. Health and religion are not in it. */
function exportApplications(actor: Actor, filter: Omit<ApplicationFilter, 'after'>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'admissions.export');
  if (institutionIds.length === 0) throw new NotAllowed();
  return {
    title: 'Applications',
    counted: (rows) => `${rows} ${rows === 1 ? 'application' : 'applications'}`,
    action: 'admissions.export',
    filter,
    institutionIds,
    columns,
    rows: sql`select applications.institution_id as "institutionId", ${cells}
      from applications join institutions on institutions.id = applications.institution_id
      where ${listedBy(actor, filter)} and applications.institution_id = any (${sql.param(institutionIds)}::int[])
      order by ${orders[filter.sort].by}`,
  };
}

/** How many of the matching applications are in each state, whatever state the address asks for. */
export async function countsByState(db: Db, actor: Actor, filter: ApplicationFilter) {
  const rows = await query<{ status: SentState; n: number }>(db, render)`
    select status, count(*)::int as n from applications where ${listedBy(actor, { ...filter, status: undefined })} group by status`;
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

/** What the list can be filtered by. */
export async function applicationChoices(db: Db, actor: Actor, wanted: number | undefined) {
  const within = sql`institution_id = any (${sql.param(institutionsInView(actor, wanted, 'admissions.view'))}::int[])`;
  const rows = await query<{ intakes: Option[]; programs: Option[]; classes: Option[] }>(db, render)`select
    (select coalesce(jsonb_agg(jsonb_build_object('value', i.id::text, 'label', p.name || ', ' || y.name)
        order by y.starts_on desc, p.name, i.id), '[]')
      from intakes i join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
      join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id) where i.${within}) as intakes,
    (select coalesce(jsonb_agg(jsonb_build_object('value', p.id::text, 'label', p.name) order by p.name, p.id), '[]')
      from programs p where p.${within} and exists (select from intakes i
        where (i.institution_id, i.program_id) = (p.institution_id, p.id))) as programs,
    (select coalesce(jsonb_agg(jsonb_build_object('value', c.id::text, 'label', c.name)
        order by c.position, c.name, c.id), '[]')
      from classes c where c.${within} and exists (select from intake_classes k
        where (k.institution_id, k.class_id) = (c.institution_id, c.id))) as classes`;
  return rows[0]!;
}

interface Can {
  export: boolean;
  decide: boolean;
  admit: boolean;
  edit: boolean;
}

type ApplicationListProps = Omit<Awaited<ReturnType<typeof applicationRows<Can>>>, 'rows'> & {
  rows: ApplicationRow[];
  /** Deferred. */
  choices?: Awaited<ReturnType<typeof applicationChoices>>;
  counts?: Partial<Record<SentState, number>>;
};
export const applicationListPage = page<ApplicationListProps>('admissions/application-list');

export const applicationPage = page<ApplicationProps>('admissions/application');
