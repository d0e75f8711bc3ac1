/** 4.21: turns a link into a button that opens its content here. */
export function startToggle(button: HTMLElement): void {
  const target = document.getElementById(button.dataset['toggle']!)!;
  const show = (isOpen: boolean) => {
    target.toggleAttribute('data-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.setAttribute('role', 'button');
  button.setAttribute('aria-controls', target.id);
  show(false);
  const toggle = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    show(!target.hasAttribute('data-open'));
    if (target.hasAttribute('data-open')) target.querySelector<HTMLElement>('input, a')?.focus();
  };
  button.addEventListener('click', toggle);
  button.addEventListener('keydown', (event) => {
    if (event.key === ' ') toggle(event);
  });
  target.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !target.hasAttribute('data-open')) return;
    show(false);
    button.focus();
  });
}
