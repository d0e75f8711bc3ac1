import { symbol, type Symbol } from './symbols.ts';

export const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function button(label: string, drawing: Symbol | 'dot', press: () => void): HTMLButtonElement {
  const made = make('button', drawing === 'dot' ? 'dot' : 'turn');
  made.type = 'button';
  made.setAttribute('aria-label', label);
  if (drawing !== 'dot') made.append(symbol(drawing));
  made.addEventListener('click', press);
  return made;
}

export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}
