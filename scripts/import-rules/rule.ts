/** The folders of the same package that a folder may import. */
export type AllowedFolders = "all" | readonly string[];

export interface PackageRule {
  /** Workspace packages that it may import. */
  readonly packages: readonly string[];
  /** Workspace packages that only its tests may import. */
  readonly testPackages?: readonly string[];
  /**
   * Its folders and what each may import inside the package. A key is a folder of `src` (`fields`) or a file directly in
   * `src` (`main.ts`); `*` applies to every other folder and `*.ts` to every other file.
   */
  readonly folders: Readonly<Record<string, AllowedFolders>>;
  /** npm packages that it may import; undefined allows all, including `node:` modules. */
  readonly npmPackages?: readonly string[];
}

export type RuleTable = Readonly<Record<string, PackageRule>>;

/** A broken rule and its position. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly detail: string;
}
