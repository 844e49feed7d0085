import type { QueryClient } from "@tanstack/react-query";
import { showBanner } from "../ui/banners.ts";
import { call, type Input } from "./call.ts";
import { callQuery } from "./call-query.ts";
import { ownAccountQuery } from "./own-account.ts";
import { currentSession, setReplacing, startSession } from "./session.ts";

/** Announces a switch to the other tabs of this browser: before its call, and then its result. */
type Message = { kind: "starting" | "failed" } | Switched;

interface Switched {
  readonly kind: "switched";
  readonly token: string;
  readonly endedSessionId: string | undefined;
}

const channel = new BroadcastChannel("gatehouse.switch");
const tell = (message: Message) => channel.postMessage(message);

/** The people to whom one can switch. */
export const switchablePeopleQuery = callQuery("pins", "GET /auth/switchable-people");

/** Continues as another person, in every tab of this browser. Pages, dialogs and their input stay. */
export async function switchPerson(queries: QueryClient, body: Input<"POST /auth/switch">["body"]): Promise<void> {
  const endedSessionId = currentSession()?.sessionId;
  setReplacing(true);
  tell({ kind: "starting" });
  try {
    const { token } = await call("POST /auth/switch", { body });
    tell({ kind: "switched", token, endedSessionId });
    await continueAs(queries, token);
  } catch (error) {
    setReplacing(false);
    tell({ kind: "failed" });
    throw error;
  }
}

/** Follows a switch in another tab. Returns a function that stops it. */
export function followSwitches(queries: QueryClient): () => void {
  const follow = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "switched") followTo(queries, data);
    else setReplacing(data.kind === "starting");
  };
  channel.addEventListener("message", follow);
  return () => channel.removeEventListener("message", follow);
}

function followTo(queries: QueryClient, { token, endedSessionId }: Switched): void {
  const session = currentSession();
  if (session === null) return;
  // A tab with a session of its own: two people must not be active in one browser.
  if (session.sessionId !== endedSessionId) void call("POST /auth/logout").catch(() => undefined);
  void continueAs(queries, token);
}

async function continueAs(queries: QueryClient, token: string): Promise<void> {
  startSession(token);
  setReplacing(false);
  queries.removeQueries({ type: "inactive" });
  // First of all what the person may do: the page adapts to it.
  await queries.refetchQueries({ queryKey: ownAccountQuery.queryKey, exact: true });
  showBanner({ tone: "success", title: `Switched to ${currentSession()?.username}` });
  void queries.invalidateQueries();
}
