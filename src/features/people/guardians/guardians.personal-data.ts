import { sql } from 'drizzle-orm';
import { sentenceCase } from '#kernel/validation-messages.ts';
import {
  erasedRecord,
  homeColumns,
  homeJoins,
  nameColumns,
  plainColumns,
  photoAndDates,
} from '#features/records/people/erase-record.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';
import type { MergeRule } from '#kernel/personal-data/merge-rule.ts';
import { byId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { collectChildren, collectGuardians, eraseChildren } from './erase-links.ts';
import { guardianKind } from './guardian-profile.queries.ts';
import { linkConflicts, mergeLinks } from './merge-links.ts';

const mergedLinks = (one: string, many: string): MergeRule => ({
  how: 'combine',
  one,
  many,
  run: mergeLinks,
  conflicts: linkConflicts,
  undo: { keys: ['student_id', 'guardian_id'], words: 'the guardians' },
});
const retention = { keep: 'Until the link is removed or either person is erased.' };

/** The record of a guardian, and the links between guardians and students. */
export const guardianPersonalData: PersonalData = {
  kind: guardianKind,
  tables: [
    {
      table: 'guardians',
      people: ['guardian'],
      namedBy: byId,
      section: {
        title: 'Record',
        order: 10,
        codes: { Gender: sentenceCase },
        rows: ({ institutionId, personId }) => sql`
          select p.title as "Title", ${nameColumns}${plainColumns(guardianFields, 'work')},
            ${homeColumns(guardianFields)}${plainColumns(guardianFields, 'personal')}, ${photoAndDates}
          from guardians p ${homeJoins} where p.institution_id = ${institutionId} and p.id = ${personId}`,
      },
      files: ['photo_id', 'photo_small_id'],
      erase: { set: erasedRecord(guardianFields) },
      merge: { how: 'record', undo: { keys: ['id'], by: 'columns', words: 'the record' } },
      retention: { keep: 'Until the person is erased.' },
    },
    {
      table: 'student_guardians',
      people: ['student'],
      section: {
        title: 'Guardians',
        order: 60,
        rows: ({ institutionId, personId }) => sql`
          select g.surname as "Surname", g.first_name as "First name", l.relation as "Relation", l.pays_fees as "Pays fees",
            l.may_collect as "May collect", l.receives_sms as "Receives SMS", l.is_next_of_kin as "Next of kin"
          from student_guardians l join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
          where l.institution_id = ${institutionId} and l.student_id = ${personId} order by l.position, g.id`,
      },
      collect: collectGuardians,
      erase: 'delete',
      merge: mergedLinks('guardian', 'guardians'),
      retention,
    },
    {
      table: 'student_guardians',
      people: ['guardian'],
      section: {
        title: 'Children',
        order: 20,
        rows: ({ institutionId, personId }) => sql`
          select s.admission_number as "Admission number", s.surname as "Surname", s.first_name as "First name",
            l.relation as "Relation", l.pays_fees as "Pays fees", l.may_collect as "May collect",
            l.receives_sms as "Receives SMS", l.is_next_of_kin as "Next of kin"
          from student_guardians l join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
          where l.institution_id = ${institutionId} and l.guardian_id = ${personId} order by s.sort_name`,
      },
      collect: collectChildren,
      erase: eraseChildren,
      merge: mergedLinks('child', 'children'),
      retention,
    },
  ],
};
