import { useSyncExternalStore } from "react";

interface Question {
  readonly text: string;
  readonly answer: (yes: boolean) => void;
}

const listeners = new Set<() => void>();
let current: Question | null = null;

/** SHELL-3: shows a confirmation dialog and resolves to the answer. */
export function askYesNo(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // After the current event: the Escape key that asks must not also answer.
    setTimeout(() => {
      current?.answer(false);
      publish({
        text,
        answer: (yes) => {
          publish(null);
          resolve(yes);
        },
      });
    });
  });
}

/** The pending question. */
export function useQuestion(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function publish(next: Question | null): void {
  current = next;
  for (const listener of listeners) listener();
}
