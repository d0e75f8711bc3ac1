import { page } from '#web/page.ts';
import type { ItemsOfBatch } from './items.queries.ts';
import type { ItemsOfStudent } from './student-items.queries.ts';

/** The tick list of optional items by batch. */
export const itemListPage = page<ItemsOfBatch>('billing/item-list');
/** The optional items of one student. */
export const studentItemsPage = page<ItemsOfStudent>('billing/student-items');
