import { prefetch } from '#ui/plain/prefetch.ts';

interface Ready {
  token: string;
  ahead: string[];
}

const unreachable = 'Akada could not be reached. Check your connection and try again.';

/** Signs in without leaving the page; errors are shown beside their field. */
export function startSignIn(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-name]')];
  const button = form.querySelector('button')!;
  const trouble = form.querySelector<HTMLElement>('[data-trouble]')!;
  const meta = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')!;
  let asking: Promise<void> | undefined;

  /** Fetches the token, and preloads what the next page needs. */
  const prepare = () =>
    (asking ??= fetch('/sign-in/token', { headers: { Accept: 'application/json' } })
      .then(async (answer) => {
        const { token, ahead } = (await answer.json()) as Ready;
        meta.content = token;
        for (const href of ahead) if (!document.head.querySelector(`[href="${href}"]`)) prefetch(href);
      })
      .catch(() => {
        asking = undefined;
      }));

  const say = (errors: Record<string, string>, message = '') => {
    trouble.textContent = message;
    for (const field of fields) {
      const error = errors[field.dataset['name']!] ?? '';
      document.getElementById(`${field.id}-error`)!.textContent = error;
      if (error) field.setAttribute('aria-invalid', 'true');
      else field.removeAttribute('aria-invalid');
    }
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  async function send(isAgain = false): Promise<void> {
    await prepare();
    const answer = await fetch('/sign-in', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        'X-Inertia': 'true',
        'X-CSRF-Token': meta.content,
      },
      body: JSON.stringify(Object.fromEntries(fields.map((field) => [field.dataset['name'], field.value]))),
    });
    // Wherever it leads (home, a second step), the product answers with an address to load.
    const address = answer.headers.get('X-Inertia-Location');
    if (address) return location.assign(address);
    if (answer.status === 403 && !isAgain) {
      asking = undefined;
      return send(true);
    }
    const { errors = {}, message } = (await answer.json()) as { errors?: Record<string, string>; message?: string };
    const isBeside = fields.some((field) => errors[field.dataset['name']!]);
    say(errors, isBeside ? '' : (message ?? unreachable));
  }

  form.noValidate = true;
  form.addEventListener('focusin', () => void prepare());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const blank = fields.filter((field) => !field.value.trim());
    if (blank.length)
      return say(Object.fromEntries(blank.map((field) => [field.dataset['name'], 'Fill in this field.'])));
    say({});
    button.disabled = true;
    send()
      .catch(() => say({}, unreachable))
      .finally(() => {
        button.disabled = false;
      });
  });
}
