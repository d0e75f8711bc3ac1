import { RemoteForm, RemoteLink } from '../../../../../../src/web/client/remote-form.tsx';
import { useState } from 'react';

export default function RemotePage() {
  const [answer, setAnswer] = useState('');
  return (
    <main>
      <h1>Remote</h1>
      <RemoteForm action="/remote" onAnswer={({ text }) => setAnswer(text)}>
        {({ errors, message, busy }) => (
          <>
            <label>
              Batch <input name="batch" required />
            </label>
            <p id="batch-error">{errors['batch']}</p>
            <p id="message">{message}</p>
            <button>{busy ? 'sending' : 'Send'}</button>
          </>
        )}
      </RemoteForm>
      <RemoteLink
        href="/remote/list?program_ids[]=1&program_ids[]=2"
        onAnswer={({ json }) => setAnswer(JSON.stringify(json))}
      >
        fetch
      </RemoteLink>
      <output>{answer}</output>
    </main>
  );
}
