import type { Push } from "../feeds/push.ts";

/** Where a device sends what it sees. */
export interface IngestTarget {
  readonly url: string;
  /** Null where Gatehouse takes its pushes by their address. */
  readonly secret: string | null;
}

/** Something that a device said, and what it heard. */
export interface Said {
  readonly at: Date;
  /** The simulated site's own name of the device or sensor. */
  readonly from: string;
  readonly text: string;
  /** Null where nobody answered. */
  readonly status: number | null;
  readonly answer: string;
}

/** The Gatehouse at the other end, as the devices know it. */
export interface Gatehouse {
  /** The latest last. */
  readonly said: readonly Said[];
  /** Whom it speaks to, and in words what is missing. */
  link(): { readonly serverUrl: string | null; readonly note: string; readonly sources: readonly string[] };
  /** Tells the devices where to send to. */
  aim(serverUrl: string, targets: ReadonlyMap<string, IngestTarget>): void;
  /** Says why nobody can be spoken to. */
  lament(note: string): void;
  /** Sends what a device saw; a failure is a value. */
  push(from: string, text: string, push: Push): Promise<Said>;
  /** Drops what is under way, for good. */
  hangUp(): void;
}

const mostKept = 200;
const patienceMs = 10_000;
const longestAnswer = 300;

/** Starts without anyone to speak to. */
export function openGatehouse(): Gatehouse {
  const said: Said[] = [];
  const targets = new Map<string, IngestTarget>();
  const over = new AbortController();
  let serverUrl: string | null = null;
  let note = "Nobody has told the devices yet where Gatehouse is.";

  async function deliver(from: string, push: Push): Promise<Pick<Said, "status" | "answer">> {
    const target = targets.get(from);
    if (!target) return { status: null, answer: `${from} does not know where to send to. ${note}` };
    try {
      const answer = await fetch(`${target.url}${push.path}`, {
        method: "POST",
        headers: { "content-type": push.contentType, ...secretHeader(target.secret) },
        body: new Uint8Array(push.body),
        signal: AbortSignal.any([AbortSignal.timeout(patienceMs), over.signal]),
      });
      return { status: answer.status, answer: (await answer.text()).slice(0, longestAnswer) };
    } catch (error) {
      return { status: null, answer: (error as Error).message };
    }
  }

  return {
    said,
    link: () => ({ serverUrl, note, sources: [...targets.keys()] }),
    aim: (url, more) => {
      serverUrl = url;
      note = "";
      for (const [name, target] of more) targets.set(name, target);
    },
    lament: (sentence) => {
      note = sentence;
    },
    push: async (from, text, push) => {
      const one = { at: new Date(), from, text, ...(await deliver(from, push)) };
      said.push(one);
      if (said.length > mostKept) said.shift();
      return one;
    },
    hangUp: () => over.abort(),
  };
}

const secretHeader = (secret: string | null): Record<string, string> =>
  secret === null ? {} : { authorization: `Bearer ${secret}` };
