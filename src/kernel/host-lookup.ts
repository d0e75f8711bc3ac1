/** How a host name of somebody else is looked up; a test has a world of its own. */
export interface HostLookup {
  addressesOf(host: string): Promise<string[]>;
  textsOf(name: string): Promise<string[]>;
  port: number;
  /** Only where there is no network to protect. */
  reachesPrivate: boolean;
}
