/** What a public page's document tells its script, as JSON. */
export interface PageData {
  /** The page's own script. */
  file: string;
  props: object;
}
