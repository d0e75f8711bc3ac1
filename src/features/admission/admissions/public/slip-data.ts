import { formatDay } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { dateTimeText, phoneText } from '#ui/format.ts';
import { contentOf, letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { applicantAddresses } from './addresses.ts';
import { hasPaper } from './check-application.ts';
import { sittingOf } from './sitting.queries.ts';
import type { AtStep } from './step-view.ts';

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
