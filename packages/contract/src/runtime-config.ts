/** SHELL-8: the file beside the page that tells one build which site it serves. */
export interface RuntimeConfig {
  apiBaseUrl: string;
  appId: string;
  version: string;
  /** Only in a demo: who may sign in; without a password once a person has chosen another. */
  demo?: { username: string; password?: string };
}

/** Where the console finds it. */
export const runtimeConfigPath = "/config.json";

/** Where the API lives on the server that also serves the console. */
export const apiPath = "/api";

/** AUTH-1: the application that the console signs in as. */
export const consoleAppId = "gatehouse-console";
