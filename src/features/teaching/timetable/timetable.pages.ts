import type { Day } from '#kernel/dates.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { Pattern } from './bells/bells.ts';
import type { CheckList } from './draft/checks.ts';
import type { Draft } from './draft/draft.ts';
import type { OfferedLoad } from './lessons/loads.queries.ts';
import type { Subject } from './own/subjects.queries.ts';
import type { RoomRow } from './rooms/rooms.ts';
import type { Version, VersionChoices, VersionRow } from './versions/versions.queries.ts';
import type { ShownWeek } from './own/day-lines.ts';

export const versionListPage = page<{ rows: VersionRow[]; can: { edit: boolean } }>('timetable/version-list');

interface VersionFormProps extends VersionChoices {
  institutionId: number;
  institutions: { id: number; name: string }[];
  version: Version | null;
  /** The version to copy. */
  copyId: number | null;
  opened?: OpenedValues;
}
export const versionFormPage = page<VersionFormProps>('timetable/version-form');

export interface VersionCan {
  edit: boolean;
  publish: boolean;
}
export const gridPage = page<{ version: Version; draft: Draft; can: VersionCan }>('timetable/grid');
export const bellsPage = page<{ version: Version; patterns: Pattern[]; opened: OpenedValues; can: VersionCan }>(
  'timetable/bells',
);
export const patternFormPage = page<{
  version: Version;
  pattern: Pattern | null;
  sample: Pattern | null;
  opened?: OpenedValues;
}>('timetable/pattern-form');
export const loadsPage = page<{ version: Version; draft: Draft; offered: OfferedLoad[]; can: VersionCan }>(
  'timetable/loads',
);
export const setFormPage = page<{
  version: Version;
  draft: Draft;
  offered: OfferedLoad[];
  setId: number | null;
  opened?: OpenedValues;
}>('timetable/set-form');
export const availabilityPage = page<{
  version: Version;
  draft: Draft;
  employees: { id: number; name: string }[];
  can: VersionCan;
}>('timetable/availability');

export interface PublishProps {
  version: Version;
  checks: CheckList;
  today: Day;
  /** The first day that is possible, and the last. */
  /** The first and the last on which it can begin, and the one that is proposed. */
  days: { from: Day; usual: Day; until: Day };
  told: { teachers: number; students: number; guardians: number };
  /** What is valid, or published for later, until now. */
  others: { name: string; validFrom: Day; validUntil: Day | null }[];
}
export const publishPage = page<PublishProps>('timetable/publish');

export const roomListPage = page<{ rows: RoomRow[]; can: { edit: boolean } }>('timetable/room-list');
export const roomFormPage = page<{
  institutionId: number;
  institutions: { id: number; name: string }[];
  room: RoomRow | null;
  opened?: OpenedValues;
}>('timetable/room-form');

export interface WeekProps extends ShownWeek {
  /** Null if there is no one to choose from. */
  subject: Subject | null;
  /** The reader's own, and their children's. */
  own: Subject[];
  day: Day;
  today: Day;
  /** 'HH:MM' in the institution. */
  now: string;
  /** Monday and Sunday of the week. */
  from: Day;
  until: Day;
  can: { subscribe: boolean };
  /** Whom the reader can look up beyond the own. Deferred where it is known whose week is shown. */
  others?: { batches: Subject[]; rooms: Subject[]; canFindTeachers: boolean } | null;
}
export const weekPage = page<WeekProps>('timetable/week');
