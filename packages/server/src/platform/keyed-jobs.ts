import type { BackgroundJob } from "./background-job.ts";

/** Jobs by key, one for each device that is currently configured. */
export interface KeyedJobs<Job extends BackgroundJob> extends BackgroundJob {
  /** Starts the jobs of new keys and stops those of missing keys; the others are not affected. */
  follow(keys: Iterable<string>): Promise<void>;
  get(key: string): Job | undefined;
}

/** Creates an empty set of jobs. */
export function createKeyedJobs<Job extends BackgroundJob>(start: (key: string) => Job): KeyedJobs<Job> {
  const jobs = new Map<string, Job>();
  return {
    follow: async (keys) => {
      const wanted = new Set(keys);
      const unused = [...jobs].filter(([key]) => !wanted.has(key));
      for (const [key] of unused) jobs.delete(key);
      for (const key of wanted) if (!jobs.has(key)) jobs.set(key, start(key));
      await Promise.all(unused.map(([, job]) => job.stop()));
    },
    get: (key) => jobs.get(key),
    stop: async () => {
      await Promise.all([...jobs.values()].map((job) => job.stop()));
    },
  };
}
