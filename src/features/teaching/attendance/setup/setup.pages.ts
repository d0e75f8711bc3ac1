import type { Opened } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { SettingsProps } from './settings.queries.ts';

export const settingsPage = page<SettingsProps>('attendance/settings');

export interface CodeFormProps {
  institutionId: number;
  code: Omit<Code, 'isRetired'>;
  opened: Opened;
}
export const codeFormPage = page<CodeFormProps>('attendance/code-form');
