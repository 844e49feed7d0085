/** The settings of a deployment, in a file beside the console's page. */
export interface RuntimeConfig {
  apiBaseUrl: string;
  appId: string;
  version: string;
  /** Only in a demo: the account to sign in with; without a password once it was changed. */
  demo?: {
    username: string;
    password?: string;
    /** The accounts to sign in with at one click, whose password is unchanged. */
    accounts: readonly DemoAccount[];
  };
}

/** An account of a demo; the title is that of its role. */
export interface DemoAccount {
  username: string;
  password: string;
  title: string;
  /** To switch to it at a shared screen; absent if it was changed. */
  pin?: string;
}

/** What a demo that has just been started still loads. */
export interface DemoProgress {
  state: "loading" | "done" | "failed";
  text: string;
  /** From 0 to 1; null if unknown. */
  share: number | null;
}

/** Its path on the server of a demo, and the name of the file in which the simulated site reports it. */
export const demoProgressPath = "/demo-progress.json";

/** The path of the file with the settings. */
export const runtimeConfigPath = "/config.json";

/** The base path of the API on the server that also serves the console. */
export const apiPath = "/api";

/** The application that the console signs in as. */
export const consoleAppId = "gatehouse-console";
