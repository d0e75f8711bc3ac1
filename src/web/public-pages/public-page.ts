/** A public page's name in the bundles, typed with its props. */
export interface PublicPage<Props extends object> {
  readonly name: string;
  /** Drawn on the server alone: the browser gets neither React nor the props. */
  readonly isStatic: boolean;
  readonly props?: Props;
}

/** 'admissions/apply' is src/features/admission/admissions/public/apply.public.tsx. */
export const publicPage = <Props extends object>(name: string, { isStatic = false } = {}): PublicPage<Props> => ({
  name,
  isStatic,
});

export type PropsOfPublic<Token> = Token extends PublicPage<infer Props> ? Props : never;
