/** Which scripts each page of the built console loads: written by the build, read by the server. */
export interface ConsoleEntries {
  /** The scripts of each module that is loaded on demand, those that it imports included. */
  entries: Record<string, string[]>;
  /** What each page loads: the frame of all pages and its own module, by path. */
  pages: Record<string, string[]>;
}

/** The file, in the folder of the built console. */
export const consoleEntriesFile = ".vite/entries.json";
