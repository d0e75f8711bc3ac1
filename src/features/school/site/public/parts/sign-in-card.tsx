import type { ReactNode } from 'react';
import { useDrawn } from './use-drawn.ts';

/** The sign-in form of the home page, or the way in. */
export function SignInCard() {
  const { isSignedIn, app } = useDrawn().place;
  if (isSignedIn)
    return (
      <Card title="You are signed in">
        <p>Your students, classes and everything else are one step away.</p>
        <a className="button strong" href="/">
          Open Akada
        </a>
      </Card>
    );
  // Sign-in happens only at the app's own address, whatever host shows the school.
  if (app)
    return (
      <Card title="Sign in">
        <p>For staff, students and parents, at {new URL(app).host}.</p>
        <a className="button strong" href={`${app}/sign-in`}>
          Sign in
        </a>
      </Card>
    );
  return (
    <Card title="Sign in">
      <p>For staff, students and parents.</p>
      <SignInForm />
      <p className="after">
        <a href="/forgot-password">Forgot your password?</a>
      </p>
    </Card>
  );
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="sign-in" aria-labelledby="sign-in">
    <h2 id="sign-in">{title}</h2>
    {children}
  </section>
);

/** A script names its fields; without it the button only opens the sign-in page, so that no password ends up in a URL. */
const SignInForm = () => (
  <form action="/sign-in" method="get" data-sign-in="">
    <p className="trouble" role="alert" data-trouble="" />
    <label htmlFor="identifier">Username, e-mail or phone</label>
    <input
      id="identifier"
      data-name="identifier"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      aria-describedby="identifier-error"
    />
    <p className="error" id="identifier-error" />
    <label htmlFor="password">Password</label>
    <input
      id="password"
      data-name="password"
      type="password"
      autoComplete="current-password"
      maxLength={500}
      aria-describedby="password-error"
    />
    <p className="error" id="password-error" />
    <button className="button strong">Sign in</button>
  </form>
);
