import { z } from 'zod';
import { id, said } from '#kernel/schemas.ts';

/** What narrows every page; links carry it along. */
export const View = z.object({ institution_id: said(id), academic_session: said(id) });
