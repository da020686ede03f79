/** What `ringmain surrogate` reads from the command line. */
/** Words of the command line. */
export interface SurrogateArguments {
  readonly action: string;
  readonly circuit: string;
  readonly target?: string | undefined;
  readonly inputs?: string | undefined;
  readonly drive: readonly string[];
  readonly set: readonly string[];
  readonly every: string;
  readonly end?: string | undefined;
  readonly seed: string;
  readonly sort: string;
  readonly delays: string;
  readonly hidden: string;
  readonly split: string;
  readonly epochs: string;
  readonly workers?: string | undefined;
  readonly out?: string | undefined;
  readonly network?: string | undefined;
  readonly step?: string | undefined;
  readonly record?: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}
