import { fieldGroupWords, type FieldGroup } from '#kernel/field-groups.ts';

export const groupWords = (group: string): string => fieldGroupWords[group as FieldGroup] ?? group;

const places: Record<string, string> = {
  record: 'On the record',
  form: 'In the form',
  print: 'On paper',
  file: 'As a file',
  list: 'As a list’s filter',
};
export const placeWords = (place: string): string => places[place] ?? place;
