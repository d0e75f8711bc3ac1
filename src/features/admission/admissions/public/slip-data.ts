import { formatDay } from '#kernel/dates.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { dateTimeText, phoneText, money } from '#ui/format.ts';
import { contentOf, letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { applicantAddresses } from './addresses.ts';
import { hasPaper, type AtStep } from './send-application.ts';
import { and, eq } from 'drizzle-orm';
import { examSeats, examSittings } from '../decisions.schema.ts';
import type { FeeForm, StatusProps } from './steps.ts';
import { applicationStates, seated } from '../admissions.ts';
import { statusMessages } from '../status-messages.ts';

/** What the applicant's slip shows: nothing that opens the application. */
export async function slipData(db: Db, files: Files, { at, own }: AtStep) {
  const { application, className, intake, program, session } = own;
  const { birthDate, firstName, gender, middleName, number, phone, photoId, submittedAt, surname } = application;
  const { institutionId } = application;
  const { timeZone } = at.site;
  const sitting = await sittingOf(db, application);
  const facts: [string, string | null][] = [
    ['Programme', program],
    ['Session', session],
    ['Class', className],
    ['Gender', gender && (gender === 'female' ? 'Female' : 'Male')],
    ['Date of birth', birthDate && formatDay(birthDate)],
    ['Phone', phoneText(phone)],
    ['Sent', submittedAt && dateTimeText(submittedAt, timeZone)],
    ['Examination', sitting && dateTimeText(sitting.startsAt, timeZone)],
    ['Hall and seat', sitting && `${sitting.venue}, seat ${sitting.seat}`],
  ];
  return {
    letterhead: await letterheadOf(db, files, institutionId),
    number: number!,
    name: [firstName, middleName, surname].filter(Boolean).join(' '),
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    papers: intake.papers
      .filter(({ key }) => key !== 'photo')
      .map(({ key, label }) => [label, hasPaper(own, key) ? 'Sent' : '—']),
    photo: photoId ? await contentOf(db, files, institutionId, photoId) : null,
    /** Where the status is read, with the code that the applicant has. */
    address: `${at.to.full(applicantAddresses(at.site.slug).find)}?number=${encodeURIComponent(number!)}`,
  };
}
export type Slip = Awaited<ReturnType<typeof slipData>>;

/** When and where the applicant sits the entrance examination, once invited. */
export async function sittingOf(db: Db, { institutionId, id }: { institutionId: number; id: number }) {
  const [found] = await db
    .select({
      startsAt: examSittings.startsAt,
      venue: examSittings.venue,
      note: examSittings.note,
      seat: examSeats.seat,
      invitedAt: examSeats.invitedAt,
    })
    .from(examSeats)
    .innerJoin(examSittings, hasKey(examSittings, examSeats.institutionId, examSeats.sittingId))
    .where(and(eq(examSeats.institutionId, institutionId), eq(examSeats.applicationId, id)));
  return found?.invitedAt ? found : null;
}
type Sitting = Awaited<ReturnType<typeof sittingOf>>;

/** The plain form that pays a fee of an application. */
export function feeForm({ at, code, own }: AtStep, kind: FeeForm['kind']): FeeForm {
  const { acceptanceFee, applicationFee } = own.intake;
  const amount = money(kind === 'application' ? applicationFee : acceptanceFee, at.site.currency);
  return { action: '/orders/fees', institution: at.site.slug, code, kind, amount };
}

/** While the school waits for the applicant, no other text tells what happens next. */
const askedWords = 'The school needs something from you. See below.';

/** What an applicant sees after sending: the state in plain words, what is asked, and what can be done. */
export function statusProps(here: AtStep, sitting: Sitting): StatusProps {
  const { at, code, csrf, own } = here;
  const { application, intake, program, session, tasks } = own;
  const { closeReason, firstName, number, offerUntil, status, submittedAt, surname } = application;
  const to = applicantAddresses(at.site.slug);
  const { timeZone } = at.site;
  const facts: [string, string | null][] = [
    ['Number', number],
    ['Applicant', `${firstName} ${surname}`],
    ['Programme', `${program}, ${session}${own.className ? `, ${own.className}` : ''}`],
    ['Sent', submittedAt && dateTimeText(submittedAt, timeZone)],
    ['Examination', sitting && `${dateTimeText(sitting.startsAt, timeZone)}, ${sitting.venue}, seat ${sitting.seat}`],
    ['Bring along', sitting?.note ?? null],
    ['Accept by', status === 'offered' ? offerUntil && formatDay(offerUntil) : null],
    ['Reason', status === 'rejected' || status === 'withdrawn' ? closeReason : null],
  ];
  const hasFee = intake.acceptanceFee > 0 && application.acceptancePaidAt === null;
  return {
    csrf,
    action: to.own(code),
    values: {},
    errors: {},
    message: null,
    code,
    name: `${firstName} ${surname}`,
    number,
    program,
    status: applicationStates[status],
    words: tasks.length ? askedWords : (intake.words[status] ?? statusMessages[status]),
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    tasks: tasks.map(({ message, part }) => ({ message, href: to.own(code, stepOfPart(part)) })),
    slip: number && to.own(code, 'slip.pdf'),
    letter: hasLetter(here) ? to.own(code, 'letter.pdf') : null,
    offer:
      status === 'offered'
        ? {
            accept: to.own(code, 'accept'),
            decline: to.own(code, 'decline'),
            fee: hasFee ? feeForm(here, 'acceptance') : null,
          }
        : null,
  };
}

export const hasLetter = ({ own }: AtStep): boolean => seated.some((state) => state === own.application.status);

const stepOfPart = (part: string) => (part === 'photo' || part.startsWith('paper:') ? 'papers' : part);
