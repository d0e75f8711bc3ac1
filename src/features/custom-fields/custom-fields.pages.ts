import { page } from '#web/page.ts';
import type { Entity } from '#features/people/people.schema.ts';
import type { Definition } from './definitions.queries.ts';

export interface EditedField extends Omit<Definition, 'isRetired'> {
  /** Goes back with the form: by it a change that somebody else made meanwhile is seen. */
  version: string;
  place: number;
}

export interface CustomFieldEditorProps {
  institutionId: number;
  /** Named where the person edits the fields of several. */
  institution: string | null;
  entity: Entity;
  fields: EditedField[];
  retired: Pick<Definition, 'id' | 'label' | 'type'>[];
}
export const customFieldEditor = page<CustomFieldEditorProps>('custom-fields/custom-field-editor');
