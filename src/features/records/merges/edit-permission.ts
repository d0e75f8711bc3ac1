import type { Entity } from '#kernel/personal-data/entity.ts';

/** Merging people of a kind needs this beside `people.merge`. */
export const editPermission = (entity: Entity) => `${entity}s.edit` as const;
