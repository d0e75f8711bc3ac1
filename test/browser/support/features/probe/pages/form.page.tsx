import { PageForm } from '#ui/forms/page-form.tsx';
import { Link } from '#ui/link.tsx';
import { useState } from 'react';

/** A form low on a long page, with a counter whose state must outlive a refused submit. */
export default function FormPage() {
  const [count, setCount] = useState(0);
  const [seen, setSeen] = useState('');
  return (
    <main>
      <h1>Form</h1>
      <Link href="/start">away</Link>
      <button type="button" onClick={() => setCount(count + 1)}>
        count {count}
      </button>
      <svg width="1" height="2000" aria-hidden="true" />
      <PageForm action="/form" method="post" onError={(errors) => setSeen(Object.keys(errors).join(' '))}>
        {({ errors, summary, processing }) => (
          <>
            <label>
              Name <input name="name" required />
            </label>
            <p id="name-error">{errors['name']}</p>
            <label>
              Note <textarea name="note" />
            </label>
            <label>
              Code <input name="code" type="password" />
            </label>
            <ul id="summary">
              {summary.map(({ field, message }) => (
                <li key={field}>{message}</li>
              ))}
            </ul>
            <p id="seen">{seen}</p>
            <button>{processing ? 'saving' : 'Save'}</button>
          </>
        )}
      </PageForm>
      <svg width="1" height="1000" aria-hidden="true" />
    </main>
  );
}
