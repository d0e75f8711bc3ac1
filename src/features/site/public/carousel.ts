import { html, type Markup, type Piece } from './html.ts';

interface Carousel {
  /** The accessible name. */
  label: string;
  className: string;
  slides: { label: string; content: Piece }[];
  /** Seconds between automatic slides. */
  every?: number;
  isVertical?: boolean;
}

/** A scroll-snapping carousel for touch, wheel and keyboard that works without script. src/web/public/carousel.ts adds buttons, dots and automatic slides. */
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
