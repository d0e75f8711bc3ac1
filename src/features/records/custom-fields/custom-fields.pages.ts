import type { Opened } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import type { Definition } from './definitions.queries.ts';

export type EditedField = Omit<Definition, 'isRetired'>;

export interface CustomFieldEditorProps {
  institutionId: number;
  /** Its name, if the user edits fields of several institutions. */
  institution: string | null;
  entity: Entity;
  fields: EditedField[];
  opened: Opened;
  retired: Pick<Definition, 'id' | 'label' | 'type'>[];
}
export const customFieldEditor = page<CustomFieldEditorProps>('custom-fields/custom-field-editor');
