import type { KeyboardEvent } from 'react';

const typed = 'input:is([type=text], [type=tel], [type=email], [type=number])';
const next = `:is(input, select, textarea):not([type=hidden], [type=file], [readonly], [tabindex="-1"], :disabled)`;

/** On a phone, Enter moves to the next field of a long form; with a full keyboard it submits. For an element around the fields. */
export function enterGoesOn(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target as HTMLElement;
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (!field.matches(typed) || !matchMedia('(pointer: coarse)').matches) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(next)].filter((one) => one.checkVisibility());
  const following = fields[fields.indexOf(field) + 1];
  if (!following) return;
  event.preventDefault();
  following.focus();
  following.scrollIntoView({ block: 'center' });
}
