import type { SignIn } from '#test/harness/product-process.ts';
import type { Visitor } from './visitor.ts';

/** A class teacher signs in on a phone, marks one student absent and saves. */
export async function takeRegister(visitor: Visitor, signIns: SignIn[]): Promise<void> {
  await visitor.driver.resize(500, 800);
  await visitor.press('Your account');
  await visitor.press('Sign out', 'option');
  await visitor.until('nobody is signed out', async () => ['/', '/sign-in'].includes(await visitor.path()));
  const { username, password } = signIns.find(({ role }) => role === 'Teacher')!;
  await visitor.open('/sign-in');
  await visitor.fill('Username', username);
  await visitor.fill('Password', password);
  await visitor.press('Sign in');
  await visitor.heading('Today’s registers');
  await visitor.press('JSS', 'link');
  await visitor.see('0 absent');
  await visitor.driver.call(() => document.querySelector<HTMLElement>('[data-row] button')?.click());
  await visitor.see('1 absent');
  await visitor.press('Save register');
  await visitor.see('taken by');
}
