const shapes = {
  left: 'M15 6l-6 6l6 6',
  right: 'M9 6l6 6l-6 6',
  up: 'M6 15l6 -6l6 6',
  down: 'M6 9l6 6l6 -6',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5v14l11 -7z',
};
export type Symbol = keyof typeof shapes;

const svg = 'http://www.w3.org/2000/svg';

/** The few icons that scripts create. */
export function symbol(name: Symbol): SVGElement {
  const drawn = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  drawn.setAttribute('viewBox', '0 0 24 24');
  drawn.setAttribute('class', 'icon');
  drawn.setAttribute('aria-hidden', 'true');
  drawn.setAttribute('width', '20');
  drawn.setAttribute('height', '20');
  path.setAttribute('d', shapes[name]);
  drawn.append(path);
  return drawn;
}
