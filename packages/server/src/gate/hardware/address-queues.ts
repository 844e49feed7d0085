/** A unit of work at one address. */
export interface Job {
  run(): Promise<void>;
  /** Runs before waiting jobs: it ends something already started. */
  isUrgent?: boolean;
  /** Runs after all other jobs: no vehicle waits for it. */
  isBackground?: boolean;
  /** Ends the job early, because another job waits that is not in the background. */
  cancel?(): void;
}

/** One queue per address, so that an unreachable device delays no other. */
export interface AddressQueues {
  add(address: string, job: Job): void;
  /** Jobs that wait or run. */
  length(): number;
  /** Resolves when no job is waiting or running. */
  settled(): Promise<void>;
}

/** Runs the jobs of one address in sequence, and different addresses in parallel. */
export function createAddressQueues(onError: (error: unknown) => void): AddressQueues {
  const queues = new Map<string, Job[]>();
  const current = new Map<string, Job>();
  const running = new Set<Promise<void>>();

  async function work(address: string, queue: Job[]): Promise<void> {
    for (let job = queue.shift(); job; job = queue.shift()) {
      current.set(address, job);
      await job.run().catch(onError);
    }
    current.delete(address);
    queues.delete(address);
  }

  return {
    add: (address, job) => {
      const queue = queues.get(address);
      if (queue) {
        enqueue(queue, job);
        if (!job.isBackground) current.get(address)?.cancel?.();
        return;
      }
      const fresh = [job];
      queues.set(address, fresh);
      const worker = work(address, fresh);
      running.add(worker);
      void worker.finally(() => running.delete(worker));
    },
    length: () => current.size + [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function enqueue(queue: Job[], job: Job): void {
  if (job.isUrgent) return void queue.unshift(job);
  const firstBackground = queue.findIndex(({ isBackground }) => isBackground);
  if (job.isBackground || firstBackground === -1) queue.push(job);
  else queue.splice(firstBackground, 0, job);
}
