import type { CardPromotion } from '../cards/card-promotion.ts';
import type { CardRemarks, ReportCard } from '../cards/report-card.ts';

/** A report card as it is kept: whose it is says the record, so that an erasure leaves the seals as they are. */
export type PublishedCard = Omit<ReportCard, 'student' | 'promotion' | 'cgpaAsAt'> & { student: { id: number } };

export type Names = Pick<ReportCard['student'], 'surname' | 'firstName' | 'middleName'>;
const places = { firstName: '{first_name}', middleName: '{middle_name}', surname: '{surname}' } as const;
const keys = Object.keys(places) as (keyof typeof places)[];

/** The names of the student in remarks become places, into which the record's names are put again. */
export const withoutNames = ({ student, remarks, promotion: _, cgpaAsAt: __, ...card }: ReportCard): PublishedCard => ({
  ...card,
  ...(remarks && { remarks: inBoth(remarks, (text) => hideNames(text, student)) }),
  student: { id: student.id },
});

/** What is said beside a kept card, as it is now. */
export interface BesideCard {
  promotion?: CardPromotion | null;
  cgpaAsAt?: string | null;
}

/** A kept card with the student's names, and with what follows the session, as they are now. */
export const withNames = (
  { remarks, ...card }: PublishedCard,
  student: ReportCard['student'],
  { promotion, cgpaAsAt }: BesideCard = {},
): ReportCard => ({
  ...card,
  ...(promotion && { promotion }),
  ...(cgpaAsAt && { cgpaAsAt }),
  ...(remarks && { remarks: inBoth(remarks, (text) => fillNames(text, student)) }),
  student,
});

export const fillNames = (text: string, names: Names): string =>
  keys.reduce((done, key) => done.replaceAll(places[key], names[key] ?? ''), text);

export const hideNames = (text: string, names: Names): string =>
  keys.reduce((done, key) => {
    const name = names[key];
    if (!name) return done;
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'gu');
    return done.replace(whole, places[key]);
  }, text);

const inBoth = ({ teacher, principal }: CardRemarks, change: (text: string) => string): CardRemarks => ({
  teacher: teacher && change(teacher),
  principal: principal && change(principal),
});
