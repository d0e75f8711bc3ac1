import type { Writer } from '../notes/note-fields.ts';

/** Whose remarks there are. */
export const writers: Record<Writer, string> = { teacher: 'Class teacher', principal: 'Principal' };
