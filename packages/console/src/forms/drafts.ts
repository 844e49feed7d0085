import { useEffect, useEffectEvent, useState } from "react";
import { currentSession, onSessionEnd } from "../api/session.ts";

/** What was typed when the session ended. */
interface Drafts {
  /** Only this person gets it back. */
  readonly username: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const storageKey = "gatehouse.drafts";
/** What is not shown again within this time after signing in would surprise later. */
const restoreWithinMs = 30_000;
const secretNames = /password|passphrase|secret|token/i;

const sources = new Map<string, () => unknown>();
let restoring: Record<string, unknown> | undefined;

// In sessionStorage, because signing in with a provider leaves the console.
onSessionEnd((why, { username }) => {
  sessionStorage.removeItem(storageKey);
  restoring = undefined;
  const values = Object.fromEntries([...sources].map(([key, read]) => [key, read()]));
  const text = JSON.stringify({ username, values } satisfies Drafts, withoutSecrets);
  if (why !== "signed-out") sessionStorage.setItem(storageKey, text);
});

const withoutSecrets = (name: string, value: unknown) =>
  secretNames.test(name) || value instanceof Blob || hasPassword(value) ? undefined : value;

const hasPassword = (value: unknown) =>
  typeof value === "string" && URL.canParse(value) && new URL(value).password !== "";

/** The drafts of the person who signed in again. */
function draftsToRestore(): Record<string, unknown> {
  if (restoring !== undefined || currentSession() === null) return restoring ?? {};
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return {};
  sessionStorage.removeItem(storageKey);
  const { username, values } = JSON.parse(stored) as Drafts;
  restoring = username === currentSession()?.username ? { ...values } : {};
  setTimeout(() => {
    restoring = undefined;
  }, restoreWithinMs);
  return restoring;
}

/** What was typed here before the same person signed in again; undefined if there is nothing. */
export function useDraft<Value>(name: string | null): Value | undefined {
  const [draft] = useState(() => (name === null ? undefined : draftsToRestore()[toKey(name)]));
  return draft as Value | undefined;
}

/** Keeps what `read` returns when the session ends. Secrets are not kept. */
export function useKeepDraft(name: string | null, read: () => unknown): void {
  const readLatest = useEffectEvent(read);
  useEffect(() => {
    if (name === null) return;
    const key = toKey(name);
    if (restoring) delete restoring[key];
    sources.set(key, () => readLatest());
    return () => void sources.delete(key);
  }, [name]);
}

const toKey = (name: string) => `${location.pathname} ${name}`;

/** A state, such as which dialog is open, that is kept when the session ends. */
export function useKeptState<Value>(name: string, initial: Value): [Value, (next: Value) => void] {
  const draft = useDraft<Value>(name);
  const [value, setValue] = useState(draft ?? initial);
  useKeepDraft(name, () => (value === initial ? undefined : value));
  return [value, setValue];
}
