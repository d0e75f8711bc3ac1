import { render, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { claimedPurpose } from './read-custom-value.ts';
import { customMergeFields, mergeValues } from './merge-definitions.ts';

/** The values of custom fields. */
export const customFieldPersonalData: PersonalData = {
  tables: [
    {
      table: 'custom_values',
      people: ['student', 'employee', 'guardian'],
      section: {
        title: 'Custom fields',
        order: 110,
        rows: ({ institutionId, entity, personId }) => sql`
          select c.label as "Field", coalesce(v.text_value, v.number_value::text, v.date_value::text,
            case v.yes_value when true then 'Yes' when false then 'No' end, o.label, f.name) as "Value"
          from custom_values v join custom_fields c on (c.institution_id, c.id) = (v.institution_id, v.field_id)
          left join custom_field_options o on (o.institution_id, o.id) = (v.institution_id, v.option_id)
          left join files f on (f.institution_id, f.id) = (v.institution_id, v.file_id)
          where v.institution_id = ${institutionId} and v.${ownerColumn(entity)} = ${personId}
          order by c.position, c.id, v.id`,
      },
      files: ['file_id'],
      collect: collectReplacedFiles,
      erase: 'delete',
      merge: {
        how: 'combine',
        one: 'custom field',
        many: 'custom fields',
        run: mergeValues,
        fields: customMergeFields,
        undo: { longNumbers: ['number_value'] },
      },
      retention: { keep: 'Until the value is cleared, the field is deleted or the person is erased.' },
    },
  ],
};

/** Files that were replaced since are no longer in a value, but their purpose names the person. */
async function collectReplacedFiles({ tx, institutionId, kind, ids, found }: Erasure): Promise<void> {
  const purposes = ids.map((id) => claimedPurpose(kind.entity, id));
  const rows = await query<{ id: string }>(tx, render)`select id from files
    where institution_id = ${institutionId} and purpose = any(${sql.param(purposes)}::text[])`;
  found.fileIds.push(...rows.map(({ id }) => Number(id)));
}
