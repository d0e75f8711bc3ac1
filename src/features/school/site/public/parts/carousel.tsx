import type { ReactNode } from 'react';

export interface Slide {
  label: string;
  content: ReactNode;
}

interface CarouselProps {
  /** The accessible name. */
  label: string;
  className: string;
  slides: Slide[];
  /** Seconds between automatic slides. */
  every?: number;
  isVertical?: boolean;
}

/** A scroll-snapping carousel for touch, wheel and keyboard that works without script. src/web/public/carousel.ts adds buttons, dots and automatic slides. */
export const Carousel = ({ label, className, slides, every, isVertical = false }: CarouselProps) => (
  <section
    className={`carousel ${className}`}
    aria-roledescription="carousel"
    aria-label={label}
    data-carousel={isVertical ? 'y' : 'x'}
    data-every={every}
  >
    {/* Scrolled with the arrow keys. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <div className="track" tabIndex={0} role="group" aria-label={`Slides of ${label}`} data-track="">
      {slides.map(({ label: name, content }, at) => (
        <div
          key={at}
          className="slide"
          role="group"
          aria-roledescription="slide"
          aria-label={`${at + 1} of ${slides.length}: ${name}`}
          data-name={name}
        >
          {content}
        </div>
      ))}
    </div>
    <div className="controls" data-controls="" />
  </section>
);
