import type { Json } from '#kernel/database/json.ts';

/** A page's name in the browser bundle, typed with its props. */
export interface Page<Props extends object> {
  readonly component: string;
  readonly props?: Props;
}

/** The props that the frame adds to every page (evaluate-props.ts): a page's own ones have other names. */
type OfFrame = 'errors' | 'homeCards' | 'shell';

/** 'students/student-list' is src/features/people/students/student-list.page.tsx. */
export const page = <Props extends object>(
  component: keyof Props & OfFrame extends never ? string : never,
): Page<Props> => ({ component });

export type PropsOf<Token> = Token extends Page<infer Props> ? Props : never;

const deferred = Symbol('deferred');

/** A prop that the browser requests after the page is painted. */
interface Deferred<Value> {
  [deferred]: true;
  value: () => Value | Promise<Value>;
}

export const defer = <Value>(value: () => Value | Promise<Value>): Deferred<Value> => ({ [deferred]: true, value });

export const isDeferred = (value: unknown): value is Deferred<unknown> =>
  typeof value === 'object' && value !== null && deferred in value;

/** A value, or JSON from the database. */
type Known<Value> = Value | Json<Value>;

/** Each prop as a value or a function that is called only if the prop is requested; optional ones may be deferred. */
export type PropsInput<Props> = {
  [Key in keyof Props]:
    | Known<Props[Key]>
    | (() => Known<Props[Key]> | Promise<Known<Props[Key]>>)
    | (undefined extends Props[Key] ? Deferred<Exclude<Props[Key], undefined>> : never);
};
