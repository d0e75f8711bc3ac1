import type { Trait } from '#features/results/assessment/assessment.ts';
import { longestRemark, traitField, type Writer } from './note-fields.ts';

export interface NoteColumn {
  field: string;
  label: string;
  /** Below the label. */
  hint?: string;
  kind: 'figure' | 'word' | 'text';
  maxLength?: number;
  writer: Writer;
}

/** What is noted about each student, in the order of the columns. */
export const noteColumns = (traits: readonly Trait[], teacher: string): NoteColumn[] => [
  { field: 'present', label: 'Present', hint: 'times', kind: 'figure', writer: 'teacher' },
  ...traits.map(({ key, name }): NoteColumn => ({
    field: traitField(key),
    label: name,
    hint: 'A to E',
    kind: 'word',
    maxLength: 1,
    writer: 'teacher',
  })),
  { field: 'teacher', label: `${teacher}’s remark`, kind: 'text', maxLength: longestRemark, writer: 'teacher' },
  { field: 'principal', label: 'Principal’s remark', kind: 'text', maxLength: longestRemark, writer: 'principal' },
];
