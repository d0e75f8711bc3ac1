import { withParams } from '#ui/href.ts';

/** The designer with what was run without saving. */
export const designerOf = (noun: 'report' | 'graph', design: string, institutionId: number): string =>
  withParams(`/${noun}s/new`, { institution_id: institutionId, design });
