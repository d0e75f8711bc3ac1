import { symbol, type Symbol } from './symbols.ts';

export const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function makeButton(label: string, drawing: Symbol | 'dot', press: () => void): HTMLButtonElement {
  const made = makeElement('button', drawing === 'dot' ? 'dot' : 'turn');
  made.type = 'button';
  made.setAttribute('aria-label', label);
  if (drawing !== 'dot') made.append(symbol(drawing));
  made.addEventListener('click', press);
  return made;
}

export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}
