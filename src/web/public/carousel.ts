/** The longest duration of our animations. */
const fade = 150;

/**
 * Buttons, dots and autoplay for a row of slides that already scrolls. It plays only while it is visible and nobody is
 * using it, never with reduced motion, and not after it was stopped.
 */
export function startCarousel(root: HTMLElement): void {
  const track = root.querySelector<HTMLElement>('[data-track]')!;
  const slides = [...track.children] as HTMLElement[];
  const isVertical = root.dataset['carousel'] === 'y';
  const seconds = Number(root.dataset['every'] ?? 0);
  const controls = root.querySelector<HTMLElement>('[data-controls]')!;
  const dots = makeElement('div', 'dots');
  const told = makeElement('p', 'visually-hidden');
  told.setAttribute('aria-live', 'polite');
  let page = 0;
  let shown = 1;
  let pages = 1;

  const previous = makeButton('Previous slide', isVertical ? 'up' : 'left', () => turn(page - 1));
  const next = makeButton('Next slide', isVertical ? 'down' : 'right', () => turn(page + 1));
  const player = seconds > 0 ? autoplay(root, seconds, () => turn(page + 1, false), told) : undefined;
  controls.append(...(player ? [player.button] : []), previous, dots, next, told);

  const start = (at: number) => Math.min(at * shown, slides.length - shown);

  /** Moves to another page of slides, from the last to the first; announced if the user asked for it. */
  function turn(wanted: number, isAsked = true): void {
    if (!root.hasAttribute('data-ready')) measure();
    page = (wanted + pages) % pages;
    const first = slides[start(page)]!;
    const from = slides[0]!;
    const behavior = 'instant' as ScrollBehavior;
    if (isVertical) track.scrollTo({ top: first.offsetTop - from.offsetTop, behavior });
    else track.scrollTo({ left: first.offsetLeft - from.offsetLeft, behavior });
    if (!lessMotion.matches) track.animate([{ opacity: 0.2 }, { opacity: 1 }], fade);
    mark();
    if (isAsked) told.textContent = nameOf(page);
  }

  const nameOf = (at: number): string => {
    const [first, last] = [start(at), Math.min(start(at) + shown, slides.length)];
    if (shown === 1) return `Slide ${first + 1} of ${slides.length}: ${slides[first]!.dataset['name']}`;
    return `Slides ${first + 1} to ${last} of ${slides.length}`;
  };

  /** Measures everything at once: a change in between would cause a second layout. */
  function look() {
    const [first] = slides as [HTMLElement];
    return isVertical
      ? {
          size: first.offsetHeight,
          room: track.clientHeight,
          at: track.scrollTop,
          end: track.scrollHeight - track.clientHeight,
          starts: slides.map((slide) => slide.offsetTop - first.offsetTop),
        }
      : {
          size: first.offsetWidth,
          room: track.clientWidth,
          at: track.scrollLeft,
          end: track.scrollWidth - track.clientWidth,
          starts: slides.map((slide) => slide.offsetLeft - first.offsetLeft),
        };
  }

  /** How many slides fit, and so how many dots are needed. */
  function measure(): void {
    const seen = look();
    shown = Math.max(1, Math.min(slides.length, Math.round(seen.room / seen.size)));
    pages = Math.ceil(slides.length / shown);
    controls.toggleAttribute('data-idle', pages === 1);
    if (dots.childElementCount !== pages || dots.dataset['shown'] !== String(shown)) {
      dots.dataset['shown'] = String(shown);
      dots.replaceChildren(...Array.from({ length: pages }, (_, at) => makeButton(nameOf(at), 'dot', () => turn(at))));
    }
    follow(seen);
    root.setAttribute('data-ready', '');
  }

  /** The visible page, also after scrolling by touch or keyboard. */
  function follow({ at, end, starts }: ReturnType<typeof look>): void {
    const distance = (index: number) => Math.abs(starts[index]! - at);
    const first = starts.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0);
    page = at >= end - 2 ? pages - 1 : Math.min(pages - 1, Math.round(first / shown));
    mark();
  }

  // Slides out of view cannot be reached with Tab.
  function mark(): void {
    const first = start(page);
    slides.forEach((slide, at) => slide.toggleAttribute('inert', at < first || at >= first + shown));
    [...dots.children].forEach((dot, at) => {
      if (at === page) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    });
  }

  track.addEventListener('keydown', (event) => {
    if (event.target !== track || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const isOwn = /Up|Down/.test(event.key) === isVertical;
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? pages - 1 : step && isOwn ? page + step : undefined;
    if (to === undefined) return;
    event.preventDefault();
    turn(to);
  });
  let settling = 0;
  track.addEventListener('scroll', () => {
    clearTimeout(settling);
    settling = window.setTimeout(() => follow(look()), 60);
  });
  new ResizeObserver(measure).observe(track);
}

/** Plays while allowed; the button stops it until the page is left. */
function autoplay(root: HTMLElement, seconds: number, turn: () => void, told: HTMLElement) {
  let isStopped = false;
  let isHovered = false;
  let isSeen = false;
  let timer = 0;
  const pause = makeButton('', 'pause', () => {
    isStopped = !isStopped;
    judge();
  });

  function judge(): void {
    const isOn = !isStopped && !lessMotion.matches;
    const isRunning = isOn && isSeen && !isHovered && !root.contains(document.activeElement) && !document.hidden;
    const name = isOn ? 'Pause the slides' : 'Play the slides';
    // Rebuilding the button while it is pressed would lose the click.
    if (pause.getAttribute('aria-label') !== name) pause.replaceChildren(symbol(isOn ? 'pause' : 'play'));
    pause.setAttribute('aria-label', name);
    pause.hidden = lessMotion.matches;
    told.setAttribute('aria-live', isRunning ? 'off' : 'polite');
    root.toggleAttribute('data-playing', isRunning);
    clearInterval(timer);
    if (isRunning) timer = window.setInterval(turn, seconds * 1000);
  }

  const hover = (isIn: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    isHovered = isIn;
    judge();
  };
  root.addEventListener('pointerenter', hover(true));
  root.addEventListener('pointerleave', hover(false));
  root.addEventListener('focusin', judge);
  root.addEventListener('focusout', () => setTimeout(judge));
  document.addEventListener('visibilitychange', judge);
  lessMotion.addEventListener('change', judge);
  new IntersectionObserver(
    ([entry]) => {
      isSeen = entry!.isIntersecting;
      judge();
    },
    { threshold: 0.4 },
  ).observe(root);
  judge();
  return { button: pause };
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

function makeButton(label: string, drawing: Symbol | 'dot', press: () => void): HTMLButtonElement {
  const made = makeElement('button', drawing === 'dot' ? 'dot' : 'turn');
  made.type = 'button';
  made.setAttribute('aria-label', label);
  if (drawing !== 'dot') made.append(symbol(drawing));
  made.addEventListener('click', press);
  return made;
}

function makeElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

const shapes = {
  left: 'M15 6l-6 6l6 6',
  right: 'M9 6l6 6l-6 6',
  up: 'M6 15l6 -6l6 6',
  down: 'M6 9l6 6l6 -6',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5v14l11 -7z',
};
type Symbol = keyof typeof shapes;

const svg = 'http://www.w3.org/2000/svg';

/** The few icons that scripts create. */
function symbol(name: Symbol): SVGElement {
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
