/** Fills in the pin that the code on a card brings behind the address, which no server sees; it does not stay there. */
export function fillPin(form: HTMLElement): void {
  const [, serial, secret] = /^#pin=(\d{1,16})-(\d{8,20})$/.exec(location.hash) ?? [];
  if (!serial || !secret) return;
  history.replaceState(null, '', location.pathname + location.search);
  for (const [name, value] of Object.entries({ pin_serial: serial, pin_secret: secret })) {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (field) field.value = value;
  }
}
