import { z } from 'zod';
import { id } from '#kernel/schemas.ts';

const said = z.preprocess((value) => (value === '' ? undefined : value), id.optional());

/** What narrows every page; links carry it along. */
export const View = z.object({ institution_id: said, academic_session: said });
