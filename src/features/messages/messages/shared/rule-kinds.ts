import type { Audience } from '../audience/audience.ts';

/** Whether rules can’t be shown as fields: people who were ticked in a list. */
export const isHandPicked = ({ by }: Pick<Audience, 'by'>): boolean =>
  by.some(({ kind }) => ['students', 'guardians', 'employees', 'list'].includes(kind));

interface Kind {
  kind: 'batch' | 'class' | 'program' | 'session' | 'department' | 'job_title' | 'group';
  label: string;
  takes: 'ids' | 'names';
}

/** The fields of places for each kind of recipient. */
export const kindsOf = (of: Audience['of'], words: { batch: string; class: string }): Kind[] =>
  of === 'employees'
    ? [
        { kind: 'department', label: 'Department', takes: 'names' },
        { kind: 'job_title', label: 'Job title', takes: 'names' },
      ]
    : of === 'groups'
      ? [{ kind: 'group', label: 'Groups', takes: 'ids' }]
      : [
          { kind: 'batch', label: words.batch, takes: 'ids' },
          { kind: 'class', label: words.class, takes: 'ids' },
          { kind: 'program', label: 'Programme', takes: 'ids' },
          { kind: 'session', label: 'Enrolled in the session', takes: 'ids' },
        ];
