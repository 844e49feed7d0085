/** What tabs that share a source send each other. */
type Signal<Message, Request> =
  /** Looks for the leader. */
  | { readonly kind: "seeks"; readonly id: string }
  /** A heartbeat of the leader, also its answer to a tab that looks for it. */
  | { readonly kind: "leads"; readonly id: string }
  | { readonly kind: "leaves" }
  | { readonly kind: "message"; readonly message: Message; readonly to?: string }
  | { readonly kind: "request"; readonly request: Request };

interface Handlers<Message, Request> {
  /** Starts the source: this tab leads until the signal is aborted. */
  lead(ended: AbortSignal): void;
  /** Handles a message of the leader. */
  receive(message: Message): void;
  /** What the leader sends to a tab that joins. */
  greet(): Message;
  /** Answers a request as the leader. */
  serve(request: Request): void;
  /** Called when there is a new leader: requests to the last one may be lost. */
  onLeader(): void;
}

/** A group of tabs with one leader. */
export interface Tabs<Message, Request> {
  /** Sends a message to all tabs, this one included. */
  publish(message: Message): void;
  /** Sends a request to the leader; it is lost while there is none. */
  request(request: Request): void;
  leave(): void;
}

/** A leader that does not answer within this time is gone, frozen or too busy. */
const maxResponseMs = 200;
const heartbeatMs = 1_000;
const maxSilenceMs = 4_000;

/**
 * Lets one tab of the browser run a source for all: a browser has six connections to a server, and each tab would keep
 * one. The tabs elect the leader by messages, because Web Locks need HTTPS and shared workers are missing on some phones.
 * The leader sends heartbeats; a tab that misses them looks for another leader and leads if none answers. If two tabs
 * lead, the one with the lower id ends.
 */
export function joinTabs<Message, Request>(name: string, handlers: Handlers<Message, Request>): Tabs<Message, Request> {
  const channel = new BroadcastChannel(`gatehouse.${name}`);
  // Not randomUUID, which needs HTTPS.
  const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
  let isLeft = false;
  let leading: AbortController | undefined;
  let isFollowing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function post(signal: Signal<Message, Request>): void {
    // What the tab still had to answer when it left.
    if (!isLeft) channel.postMessage(signal);
  }

  function next(run: () => void, ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  }

  function seek(): void {
    isFollowing = false;
    post({ kind: "seeks", id });
    next(lead, maxResponseMs);
  }

  function lead(): void {
    leading = new AbortController();
    beat();
    handlers.lead(leading.signal);
    handlers.onLeader();
  }

  function beat(): void {
    post({ kind: "leads", id });
    next(beat, heartbeatMs);
  }

  function follow(): void {
    next(seek, maxSilenceMs);
    if (isFollowing) return;
    isFollowing = true;
    handlers.onLeader();
  }

  function stepDown(): void {
    leading?.abort();
    leading = undefined;
    follow();
  }

  function handleAsLeader(signal: Signal<Message, Request>): void {
    if (signal.kind === "request") handlers.serve(signal.request);
    if (signal.kind === "leads" && signal.id > id) stepDown();
    else if (signal.kind === "leads") beat();
    if (signal.kind !== "seeks") return;
    beat();
    post({ kind: "message", message: handlers.greet(), to: signal.id });
  }

  function handleAsFollower(signal: Signal<Message, Request>): void {
    if (signal.kind === "leaves") seek();
    // Of tabs that look for a leader at the same time, the one with the highest id becomes it.
    if (signal.kind === "seeks" && signal.id > id) next(seek, maxSilenceMs);
    // The timers of a hidden leader may be slow, its messages are not.
    if (signal.kind === "leads" || signal.kind === "message") follow();
    if (signal.kind === "message" && (signal.to ?? id) === id) handlers.receive(signal.message);
  }

  channel.onmessage = ({ data }: MessageEvent<Signal<Message, Request>>) =>
    leading ? handleAsLeader(data) : handleAsFollower(data);
  seek();

  return {
    publish: (message) => {
      post({ kind: "message", message });
      handlers.receive(message);
    },
    request: (request) => (leading ? handlers.serve(request) : post({ kind: "request", request })),
    leave: () => {
      clearTimeout(timer);
      if (leading) post({ kind: "leaves" });
      isLeft = true;
      leading?.abort();
      channel.close();
    },
  };
}
