import type { ReportCard } from '../cards/report-card.ts';

/** A report card as it is kept: whose it is says the record, so that an erasure leaves the seals as they are. */
export type PublishedCard = Omit<ReportCard, 'student'> & { student: { id: number } };

export const withoutNames = ({ student: { id }, ...card }: ReportCard): PublishedCard => ({ ...card, student: { id } });
