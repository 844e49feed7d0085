/** Something to do at one address. */
export interface Job {
  run(): Promise<void>;
  /** Goes before what waits: the end of something that has begun. */
  isUrgent?: boolean;
  /** Lets everything else go first: nobody stands before it and waits. */
  isPatient?: boolean;
}

/** One queue an address: what waits for a dead device waits for nobody else. */
export interface AddressQueues {
  add(address: string, job: Job): void;
  /** Ends when nothing is under way any more. */
  settled(): Promise<void>;
}

/** Runs jobs of one address one after the other, those of different addresses side by side. */
export function createAddressQueues(onFault: (error: unknown) => void): AddressQueues {
  const queues = new Map<string, Job[]>();
  const running = new Set<Promise<void>>();

  async function work(address: string, queue: Job[]): Promise<void> {
    for (let job = queue.shift(); job; job = queue.shift()) await job.run().catch(onFault);
    queues.delete(address);
  }

  return {
    add: (address, job) => {
      const queue = queues.get(address);
      if (queue) return enqueue(queue, job);
      const fresh = [job];
      queues.set(address, fresh);
      const worker = work(address, fresh);
      running.add(worker);
      void worker.finally(() => running.delete(worker));
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

function enqueue(queue: Job[], job: Job): void {
  if (job.isUrgent) return void queue.unshift(job);
  const firstPatient = queue.findIndex(({ isPatient }) => isPatient);
  if (job.isPatient || firstPatient === -1) queue.push(job);
  else queue.splice(firstPatient, 0, job);
}
