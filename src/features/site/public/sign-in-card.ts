import { html, type Markup } from './html.ts';
import type { Place } from './place.ts';

/** The sign-in form of the home page. A script names its fields; without it the button only opens the sign-in page, so that no password ends up in a URL. */
export function signInCard({ isSignedIn, app }: Place): Markup {
  if (isSignedIn)
    return html`<section class="sign-in" aria-labelledby="sign-in">
      <h2 id="sign-in">You are signed in</h2>
      <p>Your students, classes and everything else are one step away.</p>
      <a class="button strong" href="/">Open Akada</a>
    </section>`;
  // Sign-in happens only at the app's own address, whatever host shows the school.
  if (app)
    return html`<section class="sign-in" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in</h2>
      <p>For staff, students and parents, at ${new URL(app).host}.</p>
      <a class="button strong" href="${app}/sign-in">Sign in</a>
    </section>`;
  return html`<section class="sign-in" aria-labelledby="sign-in">
    <h2 id="sign-in">Sign in</h2>
    <p>For staff, students and parents.</p>
    <form action="/sign-in" method="get" data-sign-in>
      <p class="trouble" role="alert" data-trouble></p>
      <label for="identifier">Username, e-mail or phone</label>
      <input
        id="identifier"
        data-name="identifier"
        autocomplete="username"
        autocapitalize="none"
        spellcheck="false"
        maxlength="200"
        aria-describedby="identifier-error"
      />
      <p class="error" id="identifier-error"></p>
      <label for="password">Password</label>
      <input
        id="password"
        data-name="password"
        type="password"
        autocomplete="current-password"
        maxlength="500"
        aria-describedby="password-error"
      />
      <p class="error" id="password-error"></p>
      <button class="button strong">Sign in</button>
    </form>
    <p class="after"><a href="/forgot-password">Forgot your password?</a></p>
  </section>`;
}
