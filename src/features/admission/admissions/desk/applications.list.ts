import { and, eq, gte, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { cursorLength } from '#kernel/list/cursor.ts';
import { declareFilters, filterBy, searchText } from '#kernel/list/filters.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { choice, day, id, list } from '#kernel/schemas.ts';
import { genders } from '#features/records/people/genders.ts';
import { matches, patternsOf, searchWords } from '#features/records/people/search-patterns.ts';
import { applicationStates } from '../admissions.ts';
import { applications } from '../admissions.schema.ts';
import { feeStates, paperStates, pinStates, seatStates, taskStates, type SentState } from './desk-labels.ts';

/* Conditions and values of rows of `applications`, for lists, files and the review screen. */

const ofRow = sql`institution_id = applications.institution_id`;

/** Rows whose intake `i` meets the condition. */
const inIntake = (condition: SQL): SQL =>
  sql`exists (select from intakes i where i.${ofRow} and i.id = applications.intake_id and ${condition})`;

/** The institution's time zone. */
export const clock = sql`(select n.time_zone from institutions n where n.id = applications.institution_id)`;

/** Whole years on the day on which the intake counts ages. */
export const ageOf: SQL<number | null> =
  sql`(select extract(year from age(coalesce(i.age_on, y.starts_on), applications.birth_date))::int
  from intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
  where i.${ofRow} and i.id = applications.intake_id)`;

/** How many required papers have not arrived. Those of admitted students are with their records. */
export const missingPapers: SQL<number> = sql`(select count(*)::int from intakes i, unnest(i.required_papers) k
  where i.${ofRow} and i.id = applications.intake_id and applications.status <> 'admitted'
    and case when k = 'photo' then applications.photo_id is null else not exists (
      select from application_papers x where x.${ofRow} and x.application_id = applications.id and x.kind = k) end)`;

export const hasOpenTask: SQL<boolean> = sql`exists (select from application_tasks t
  where t.${ofRow} and t.application_id = applications.id and t.done_at is null and t.closed_at is null)`;

export const hasSeat: SQL<boolean> = sql`exists (select from exam_seats e where e.${ofRow} and e.application_id = applications.id)`;

const states = Object.keys(applicationStates).filter((state) => state !== 'draft') as [SentState, ...SentState[]];
const mark = z.coerce.number().min(0).max(100_000);
const years = z.coerce.number().int().min(0).max(99);

/**
 * Drafts belong to their applicants; of anonymised applications there is nothing to see. The status is written out: the
 * indexes of the list are of these rows alone.
 */
export const isListed = sql`applications.status <> 'draft' and applications.anonymised_at is null`;

const all = {
  q: filterBy(searchText, (text): SQL | undefined => {
    const patterns = patternsOf(searchWords(text));
    if (patterns.length === 0) return undefined;
    // Row-level security keeps LIKE from the index; the view checks the institution by itself.
    return sql`(applications.institution_id, applications.id) in (select f.institution_id, f.id
      from findable_applications f where ${and(...patterns.map((pattern) => matches(sql`f.search_text`, pattern)))} offset 0)`;
  }),
  paper: filterBy(choice(paperStates), (state) =>
    state === 'missing' ? sql`${missingPapers} > 0` : sql`${missingPapers} = 0`,
  ),
  task: filterBy(choice(taskStates), () => hasOpenTask),
  seat: filterBy(choice(seatStates), (state) => (state === 'seated' ? hasSeat : sql`not ${hasSeat}`)),
  pin: filterBy(choice(pinStates), (state) =>
    state === 'used' ? isNotNull(applications.pinId) : and(isNull(applications.pinId), inIntake(sql`i.requires_pin`)),
  ),
  fee: filterBy(choice(feeStates), (state) =>
    state === 'paid'
      ? isNotNull(applications.feePaidAt)
      : and(isNull(applications.feePaidAt), inIntake(sql`i.application_fee > 0`)),
  ),
  score_from: filterBy(mark, (from) => gte(applications.score, from)),
  score_to: filterBy(mark, (to) => lte(applications.score, to)),
  age_from: filterBy(years, (from) => sql`${ageOf} >= ${from}`),
  age_to: filterBy(years, (to) => sql`${ageOf} <= ${to}`),
  gender: filterBy(choice(genders), (gender) => eq(applications.gender, gender)),
  returning: filterBy(choice({ yes: 'Yes', no: 'No' }), (answer) =>
    answer === 'yes' ? isNotNull(applications.returningStudentId) : isNull(applications.returningStudentId),
  ),
  sent_from: filterBy(
    day,
    (from) => sql`${applications.submittedAt} >= ${from}::date::timestamp at time zone ${clock}`,
  ),
  sent_to: filterBy(day, (to) => sql`${applications.submittedAt} < (${to}::date + 1)::timestamp at time zone ${clock}`),
  class: filterBy(id, (classId) => eq(applications.classId, classId)),
  program: filterBy(id, (programId) => inIntake(sql`i.program_id = ${programId}`)),
  session: filterBy(id, (sessionId) => inIntake(sql`i.session_id = ${sessionId}`)),
  intake: filterBy(id, (intakeId) => eq(applications.intakeId, intakeId)),
  status: {
    type: list(z.enum(states)).optional(),
    where: (values: SentState[]) => inArray(applications.status, values),
  },
};
const filters = declareFilters<void, typeof all>(all);

/** Highest first, those without a score last; whole numbers, so that an address can carry them. */
const byScore = sql`(10000000 - (coalesce(applications.score, -1) * 100)::bigint)`;

/** Applications, latest first, by name or by score. A heading that is pressed twice asks for `-name`. */
export const orders = {
  latest: { key: sql`applications.id`, by: sql`applications.id desc`, isDown: true, sortedBy: 'number' },
  name: {
    key: sql`applications.sort_name`,
    by: sql`applications.sort_name, applications.id`,
    isDown: false,
    sortedBy: 'text',
  },
  score: { key: byScore, by: sql`${byScore}, applications.id`, isDown: false, sortedBy: 'number' },
} as const;

const sort = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/^-/, '') : value),
  z.enum(['latest', 'name', 'score']).default('latest'),
);

export const ApplicationFilter = z.object({
  ...viewFields,
  ...filters.shape,
  sort,
  after: z.string().max(cursorLength).optional(),
});
export type ApplicationFilter = z.infer<typeof ApplicationFilter>;

export const narrowing = filters.narrowing;

/** Of the rows of `applications`, those that match; the words of a search are the caller's, if so said. */
export const matching = (actor: Actor, filter: Partial<ApplicationFilter>, exceptWords = false): SQL[] =>
  filters.conditions({ ...filter, ...(exceptWords && { q: undefined }) }, undefined, {
    actor,
    institutionId: filter.institution_id,
  });

/** All that the filter finds in the user's view: for counts and files. */
export const listedBy = (actor: Actor, filter: Partial<ApplicationFilter>): SQL =>
  and(
    isOneOf(applications.institutionId, institutionsInView(actor, filter.institution_id, 'admissions.view')),
    isListed,
    ...matching(actor, filter),
  )!;
