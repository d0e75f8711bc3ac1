import { quote } from './clean.ts';
import type { Fields } from './field.ts';
import { splitName, splitTitle, tidyName } from './words.ts';
import type { Plan, Add } from './row.ts';

/** In 'Mrs Folake Bakare', a full name, Mrs is a title and not the surname. */
export function takeTitle(texts: Texts): void {
  const { title, name } = splitTitle(texts['fullName'] ?? '');
  if (!title) return;
  texts['fullName'] = name;
  texts['title'] ||= title;
}

export function readNames(texts: Texts, plan: Plan, fields: Fields, add: (field: string, message: string) => void) {
  let { surname = '', firstName = '', middleName = '' } = texts;
  const full = texts['fullName'];
  const split = full ? splitName(full, plan.surnameStands) : null;
  if (full && !split) add('fullName', `${quote(full)} is a single name. Enter the surname and the first name.`);
  surname ||= split?.surname ?? '';
  firstName ||= split?.firstName ?? '';
  middleName ||= split?.middleName ?? '';
  const isGiven = Boolean(full && !split);
  for (const [key, name] of Object.entries({ surname, firstName, middleName })) {
    if (!name && key !== 'middleName' && !isGiven) add(key, `The ${fields[key]!.label.toLowerCase()} is missing.`);
    checkLength(key, fields, name, (_field, message) => add(key, message));
  }
  const tidy = plan.tidyNames ? tidyName : (name: string) => name;
  return { surname: tidy(surname), firstName: tidy(firstName), middleName: tidy(middleName) || null };
}

export type Texts = Record<string, string>;

export function checkLength(key: string, fields: Fields, text: string, add: Add): void {
  const { max, label } = fields[key] ?? {};
  if (max && text.length > max) add(key, `The ${label!.toLowerCase()} is longer than ${max} characters. Shorten it.`);
}
