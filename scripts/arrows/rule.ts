/** What a room may use: every other room of its package, or those named. */
export type Uses = "all" | readonly string[];

/** What holds for one package. */
export interface PackageRule {
  /** The packages it may import. */
  readonly packages: readonly string[];
  /**
   * Its rooms and what each may use inside the package. A room is a folder (`fields`) or a file beside the folders
   * (`main.ts`); `*` stands for every folder and `*.ts` for every file that has no line of its own.
   */
  readonly rooms: Readonly<Record<string, Uses>>;
  /** Rooms whose folders are strangers to each other: `entities/lane` never imports `entities/gate`. */
  readonly cells?: readonly string[];
  /** The npm packages it may import, where that is limited; `node:` is then closed too. */
  readonly outside?: readonly string[];
  /** Calls that would read a clock, a dice or the world. */
  readonly banned?: readonly string[];
}

/** The rules by package. */
export type RuleTable = Readonly<Record<string, PackageRule>>;

/** Something that breaks a rule, and where. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly detail: string;
}
