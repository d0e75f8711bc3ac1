import { fieldGroupWords, type FieldGroup } from '#kernel/contracts/field-groups.ts';

export const groupWords = (group: string): string => fieldGroupWords[group as FieldGroup] ?? group;

const places: Record<string, string> = {
  record: 'Record page',
  form: 'Form',
  print: 'Print',
  file: 'Export',
  list: 'List filter',
};
export const placeWords = (place: string): string => places[place] ?? place;
