import { z } from 'zod';
import { checkbox, day, emptyIsNull, id, line } from '#kernel/schemas.ts';

export const VersionFields = z.object({ name: line(80, 'Name') });

const termPosition = emptyIsNull(
  z.coerce.number('Choose a term.').int('Choose a term.').min(1, 'Choose a term.').max(12, 'Choose a term.'),
);

export const CreateTimetable = VersionFields.extend({
  sessionId: id,
  termPosition,
  /** The version to copy; without one it starts with the usual bells. */
  timetableId: emptyIsNull(id),
  /** With the places of its lessons, or all in the tray. */
  keepsPlaces: checkbox,
});

export const PublishTimetable = z.object({
  validFrom: day,
  /** What the check list found was read. */
  acceptsProblems: checkbox,
  tellsTeachers: checkbox,
  tellsStudents: checkbox,
  tellsGuardians: checkbox,
});

export const nameTaken = (name: string): Record<string, [string, string]> => ({
  timetables_name: ['name', `A timetable named ${name} already exists in this session. Choose a different name.`],
});
