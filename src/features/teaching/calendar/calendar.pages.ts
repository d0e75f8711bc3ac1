import type { Opened } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { entryChoices, EntryRecord } from './entries/entry.queries.ts';
import type { ownFeed } from './feeds/own-feed.ts';
import type { holidaysPageProps } from './holidays/offered.queries.ts';
import type { calendarPageProps } from './view/calendar-page.queries.ts';
import type { schoolDaysProps } from './week/school-days-page.queries.ts';
import type { SchoolWeek } from './week/week.queries.ts';

export type CalendarPageProps = Awaited<ReturnType<typeof calendarPageProps>>;
export const calendarPage = page<CalendarPageProps>('calendar/calendar');

export interface EntryFormProps extends Awaited<ReturnType<typeof entryChoices>> {
  institutionId: number;
  institutions: { id: number; name: string }[];
  opened?: Opened;
  entry: EntryRecord | null;
  /** Of a new entry. */
  day?: string | undefined;
}
export const entryFormPage = page<EntryFormProps>('calendar/entry-form');

export const schoolDaysPage = page<Awaited<ReturnType<typeof schoolDaysProps>>>('calendar/school-days');

export interface WeekFormProps {
  institutionId: number;
  institution: string;
  week: SchoolWeek;
  opened: Opened;
}
export const weekFormPage = page<WeekFormProps>('calendar/week-form');

export const holidaysPage = page<Awaited<ReturnType<typeof holidaysPageProps>>>('calendar/holidays');

export const subscriptionPage = page<{ feed: Awaited<ReturnType<typeof ownFeed>> }>('calendar/subscription');
