import { z } from 'zod';
import { id, line, optionalLine } from '#kernel/schemas.ts';
import { edits } from '#kernel/edit/edit.ts';
import { text } from '../compose/compose-fields.ts';

const Fields = z.object({
  name: line(80, 'The name'),
  subject: optionalLine(200, 'The subject'),
  body: text(5000, 'The text').pipe(z.string().refine((body) => body.trim() !== '', 'Write the text of the template.')),
});
export const AddTemplate = Fields.extend({ institution_id: id });
export const EditTemplate = edits(Fields);

export const taken: Record<string, [string, string]> = {
  message_templates_name: ['name', 'A template has this name already.'],
};
