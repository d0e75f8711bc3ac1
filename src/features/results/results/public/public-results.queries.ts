import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import { readHolds, withIds } from '#features/money/holds/held/held-students.ts';
import type { CardDesign } from '../designs/card-design.ts';
import { ShownResult } from '../publication/published.queries.ts';
import { cgpaAsAt } from '../publication/sealed-cards.ts';
import { type Opening, resultAddresses } from './opening.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import type { ReportCardViewProps } from '../cards/report-card-view.tsx';
import { cachedByKey } from '#kernel/cached-by-key.ts';
import type { FastifyReply } from 'fastify';
import { money, phoneText } from '#ui/format.ts';
import { pinsOnSale } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { cacheFor } from '#features/school/site/public/cache.ts';
import { reactPages, type Visit } from '#features/school/site/public/react-pages.ts';
import type { App } from '#web/routes.ts';

/** Terms of which results are published, the latest first. */
const termsWithResults = (db: Db, institutionId: number) =>
  query<{ id: number; name: string; session: string }>(db)`
    select t.id::bigint as id, t.name, y.name as session from terms t
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where t.institution_id = ${institutionId} and exists (select from published_results r
        where r.institution_id = t.institution_id and r.term_id = t.id)
      order by y.starts_on desc, t.position desc`;

/** The site leads to results where some are published and pins for them exist. */
export const linkToResults = (db: Db, institutionId: number) =>
  query<{ label: string; path: string }>(db)`select 'Results' as label, 'result' as path
      where exists (select from published_results where institution_id = ${institutionId}) and exists (
        select from pin_kinds where institution_id = ${institutionId} and type = 'result' and archived_at is null)`;

const FoundResult = z.object({
  studentId: z.number(),
  /** Of the batch in which the result was achieved. */
  programId: z.number(),
});
type FoundResult = z.infer<typeof FoundResult>;

/** The student with an admission number who has a result in a term. */
export async function findByNumber(
  db: Db,
  institutionId: number,
  { number, termId }: { number: string; termId: number },
): Promise<FoundResult | null> {
  const [found] = await query(
    db,
    sql`select r.student_id::bigint as "studentId", k.program_id::bigint as "programId"
      from students s join published_results r on (r.institution_id, r.student_id) = (s.institution_id, s.id)
        and r.term_id = ${termId}::bigint and r.replaced_at is null
      join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
      join classes k on (k.institution_id, k.id) = (b.institution_id, b.class_id)
      where s.institution_id = ${institutionId} and s.admission_number in (${number}, upper(${number}))
      order by s.admission_number = ${number} desc limit 1`,
    FoundResult,
  );
  return found ?? null;
}

export const OpenedResult = ShownResult.extend({
  terminology: z.custom<Record<string, string>>(),
  /** The design that it was printed by; null for the usual one. */
  design: z.custom<CardDesign>().nullable(),
});
export type OpenedResult = z.infer<typeof OpenedResult>;

/** What an opening shows: the result that is valid now. Null if there is none. */
export async function openedResult(
  db: Db,
  { institutionId, studentId, termId }: Opening,
): Promise<OpenedResult | null> {
  const [found] = await query(
    db,
    sql`select r.code, r.content, akada_promotion(r.institution_id, r.student_id, r.term_id) as promotion, ${cgpaAsAt} as "cgpaAsAt",
      s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as number, s.gender, i.terminology, v.content as design,
      (select f.stored_as from files f where (f.institution_id, f.id) = (s.institution_id, s.photo_id)) as photo
    from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    join institutions i on i.id = r.institution_id
    left join card_design_versions v on v.institution_id = r.institution_id
      and v.design_id = (r.content #>> '{design,id}')::bigint and v.version = (r.content #>> '{design,version}')::int
    where r.institution_id = ${institutionId} and r.student_id = ${studentId}::bigint and r.term_id = ${termId}::bigint
      and r.replaced_at is null`,
    OpenedResult,
  );
  return found ?? null;
}

/** Whether report cards of the student are withheld today. */
export async function isWithheld(db: Db, institutionId: number, studentId: number): Promise<boolean> {
  const [hold] = await readHolds(db, sql`students.institution_id = ${institutionId} and ${withIds([studentId])}`);
  return hold?.remaining.includes('report_card') ?? false;
}

/** A kind of result pin on sale, in words. */
interface ResultPin {
  kindId: string;
  name: string;
  price: string;
  validity: string;
  isSoldOut: boolean;
  soldAt: string | null;
}

/** The form that orders a result pin, with what was typed and what is wrong. */
interface BuyResultPin extends Omit<FormProps, 'csrf' | 'prefix'> {
  institutionId: number;
}

export interface CheckResultProps extends FormProps {
  terms: { value: string; label: string }[];
  pins: ResultPin[];
  buy: BuyResultPin;
  /** Where the school is asked. */
  office: string | null;
}
const checkResultPage = publicPage<CheckResultProps>('results/check-result', { isStatic: true });

export interface OpenedResultProps extends ReportCardViewProps {
  csrf: string;
  school: string;
  /** '4 more times' */
  left: string;
  pdf: string;
  close: string;
  /** Where anybody can check a paper of this result. */
  verify: string;
}
export const openedResultPage = publicPage<OpenedResultProps>('results/opened-result', { isStatic: true });

type Offer = Pick<CheckResultProps, 'terms' | 'pins'>;

/** Where a result is opened and result pins are bought; the sale of pins shows it again too. */
export const checkPage = (app: App): CheckPage => pagesOf(app.services, app);
/** One for all routes of a server, since it keeps what visitors share. */
const pagesOf = cachedByKey((_: object, app: App) => makeCheckPage(app));
type CheckPage = ReturnType<typeof makeCheckPage>;

function makeCheckPage(app: App) {
  const pages = reactPages(app);
  const offers = cacheFor<Offer>({ seconds: 10, most: 200 });

  const offerOf = ({ place }: Visit) =>
    offers(String(place.institutionId), async () => {
      const [terms, pins] = await pages.read(place, (db) =>
        Promise.all([termsWithResults(db, place.institutionId), pinsOnSale(db, place.institutionId, null, 'result')]),
      );
      return {
        terms: terms.map(({ id, name, session }) => ({ value: String(id), label: `${name}, ${session}` })),
        pins: pins.map(({ kindId, name, price, currency, validity, stock, soldAt }) => ({
          kindId: String(kindId),
          name,
          price: money(price, currency),
          validity,
          soldAt,
          isSoldOut: stock === 0,
        })),
      };
    });

  return async function shownCheck(
    at: Visit,
    reply: FastifyReply,
    values: Record<string, string>,
    buyer: Partial<BuyResultPin> = {},
  ) {
    const { place, site } = at;
    const to = resultAddresses(site.slug);
    const heading = { title: 'Check a result', description: `Results of ${site.name}.`, path: to.form };
    const offer = await offerOf(at);
    const props: CheckResultProps = {
      ...offer,
      csrf: reply.formToken(),
      action: to.form,
      errors: {},
      message: null,
      values: { term_id: offer.terms[0]?.value ?? '', ...values },
      // A refused order is shown where it was filled in.
      buy: {
        action: '/orders#buy',
        institutionId: place.institutionId,
        values: {},
        errors: {},
        message: null,
        ...buyer,
      },
      office: site.phone ? phoneText(site.phone) : site.email,
    };
    return { at, heading, page: checkResultPage, props };
  };
}
