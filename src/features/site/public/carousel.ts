import { html, type Markup, type Piece } from './html.ts';

interface Carousel {
  /** What it is called by who does not see it. */
  label: string;
  className: string;
  slides: { label: string; content: Piece }[];
  /** Seconds that a slide stands before the next one comes by itself. */
  every?: number;
  isVertical?: boolean;
}

/**
 * A row of slides that scrolls and snaps: by finger, wheel and keyboard, without any script. src/web/public/carousel.ts
 * adds buttons, dots and turning by itself.
 */
export function carousel({ label, className, slides, every, isVertical = false }: Carousel): Markup {
  return html`<section
    class="carousel ${className}"
    role="region"
    aria-roledescription="carousel"
    aria-label="${label}"
    data-carousel="${isVertical ? 'y' : 'x'}"
    ${every !== undefined && html`data-every="${every}"`}
  >
    <div class="track" tabindex="0" role="group" aria-label="Slides of ${label}" data-track>
      ${slides.map(
        ({ label: name, content }, at) =>
          html`<div
            class="slide"
            role="group"
            aria-roledescription="slide"
            aria-label="${at + 1} of ${slides.length}: ${name}"
            data-name="${name}"
          >
            ${content}
          </div>`,
      )}
    </div>
    <div class="controls" data-controls></div>
  </section>`;
}
