const secret = 'input:is([type=password], [type=hidden], [type=file], [autocomplete="one-time-code"])';

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type Entries = [name: string, value: string][];

/** The input of a form, except passwords, codes, files and hidden fields. */
export function entriesOf(form: HTMLFormElement): Entries {
  const names = new Set(openFields(form).map((field) => field.name));
  return [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && names.has(name)) as Entries;
}

export const openFields = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (field): field is Field =>
      'value' in field && 'name' in field && Boolean(field.name) && !field.matches(`${secret}, button`),
  );
