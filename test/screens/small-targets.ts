import type { Page } from 'playwright-core';

/**
 * Targets of the page that miss WCAG 2.5.8: smaller than 24 pixels, with another target within 24 pixels of their middle.
 * Links within a sentence are as high as their line.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selector =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option]';
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    };
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...element.parentElement!.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim() !== '');
    /** The bar at the bottom lies over what is scrolled below it. */
    const isFixed = (element: Element): boolean => {
      for (let part: Element | null = element; part; part = part.parentElement)
        if (getComputedStyle(part).position === 'fixed') return true;
      return false;
    };
    /** With a label around it, or a part of its own that reaches further, such as the row of a table. */
    const placeOf = (element: Element) => {
      const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
      const own = element.getBoundingClientRect();
      const all = [
        own,
        ...(label && element.matches('[type=checkbox], [type=radio]') ? [label.getBoundingClientRect()] : []),
      ];
      for (const part of ['::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (style.content === 'none' || style.position !== 'absolute') continue;
        const [top, right, bottom, left] = [style.top, style.right, style.bottom, style.left].map(Number.parseFloat);
        const holder =
          getComputedStyle(element).position === 'static' ? (element as HTMLElement).offsetParent : element;
        const around = holder?.getBoundingClientRect() ?? own;
        if ([top, right, bottom, left].every((value) => !Number.isNaN(value)))
          all.push(
            new DOMRect(
              around.x + left!,
              around.y + top!,
              around.width - left! - right!,
              around.height - top! - bottom!,
            ),
          );
      }
      return all.reduce((one, other) => (other.width * other.height > one.width * one.height ? other : one));
    };
    const targets = [...document.querySelectorAll(selector)]
      .filter((element) => isSeen(element) && !element.closest('[inert], [aria-hidden=true]') && !isInText(element))
      .map((element) => ({ element, place: placeOf(element), isFixed: isFixed(element) }));
    const isSmall = ({ place }: { place: DOMRect }) => Math.min(place.width, place.height) < 24 - 0.5;
    return targets.filter(isSmall).flatMap((target) => {
      const { x, y, width, height } = target.place;
      const [middleX, middleY] = [x + width / 2, y + height / 2];
      const isNear = (other: (typeof targets)[number]) => {
        if (other.isFixed !== target.isFixed) return false;
        if (other === target || other.element.contains(target.element) || target.element.contains(other.element))
          return false;
        const { place } = other;
        const radius = isSmall(other) ? 24 : 12;
        const [left, top, right, bottom] = isSmall(other)
          ? [
              place.x + place.width / 2,
              place.y + place.height / 2,
              place.x + place.width / 2,
              place.y + place.height / 2,
            ]
          : [place.left, place.top, place.right, place.bottom];
        const [dx, dy] = [Math.max(left - middleX, 0, middleX - right), Math.max(top - middleY, 0, middleY - bottom)];
        return Math.hypot(dx, dy) < radius - 0.5;
      };
      const near = targets.find(isNear);
      const nameOf = ({ element }: { element: Element }) =>
        `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}” .${element.className.toString().slice(0, 40)}`;
      return near ? [`${Math.round(width)} × ${Math.round(height)} ${nameOf(target)} beside ${nameOf(near)}`] : [];
    });
  });
