/** Looks up someone else's host name; tests replace it. */
export interface HostLookup {
  addressesOf(host: string): Promise<string[]>;
  textsOf(name: string): Promise<string[]>;
  port: number;
  /** Only where there is no network to protect. */
  reachesPrivate: boolean;
}
