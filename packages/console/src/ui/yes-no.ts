import { useSyncExternalStore } from "react";

interface Question {
  readonly text: string;
  /** What the action does, shown below the question. */
  readonly explanation?: string;
  /** The text that has to be typed. */
  readonly toType?: string;
  readonly answer: (yes: boolean) => void;
}

const listeners = new Set<() => void>();
let current: Question | null = null;

/** SHELL-3: shows a confirmation dialog and resolves to the answer. */
export const askYesNo = (text: string, explanation?: string): Promise<boolean> =>
  ask({ text, ...(explanation !== undefined && { explanation }) });

/** RULE-9: shows a dialog that is confirmed by typing a text. */
export const askToType = (text: string, toType: string): Promise<boolean> => ask({ text, toType });

function ask(question: Omit<Question, "answer">): Promise<boolean> {
  return new Promise((resolve) => {
    current?.answer(false);
    publish({
      ...question,
      answer: (yes) => {
        publish(null);
        resolve(yes);
      },
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
