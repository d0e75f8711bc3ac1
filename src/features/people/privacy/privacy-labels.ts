import { fieldGroupLabels, type FieldGroup } from '#kernel/contracts/field-groups.ts';

export const groupLabel = (group: string): string => fieldGroupLabels[group as FieldGroup] ?? group;

const places: Record<string, string> = {
  record: 'Record page',
  form: 'Form',
  print: 'Print',
  file: 'Export',
  list: 'List filter',
};
export const placeLabel = (place: string): string => places[place] ?? place;
