import { useSyncExternalStore } from "react";

/** What kind of news a banner brings. */
export type Tone = "success" | "error" | "info" | "warning";

/** One piece of news at the top of the page. */
export interface Banner {
  readonly id: number;
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: string;
}

interface News extends Omit<Banner, "id"> {
  /** How long it stays; success leaves by itself, everything else waits to be dismissed. */
  lifeMs?: number;
}

const successLifeMs = 5000;
const listeners = new Set<() => void>();
let banners: readonly Banner[] = [];
let lastId = 0;

/** SHELL-2: shows a banner; the same news twice is shown once, anew. */
export function showBanner({ lifeMs, ...news }: News): void {
  const id = ++lastId;
  const others = banners.filter((banner) => banner.title !== news.title || banner.tone !== news.tone);
  publish([...others, { ...news, id }]);
  const life = lifeMs ?? (news.tone === "success" ? successLifeMs : undefined);
  if (life !== undefined) setTimeout(() => dismissBanner(id), life);
}

/** Takes a banner away. */
export function dismissBanner(id: number): void {
  publish(banners.filter((banner) => banner.id !== id));
}

/** The banners on screen, oldest first. */
export function useBanners(): readonly Banner[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => banners,
  );
}

function publish(next: readonly Banner[]): void {
  banners = next;
  for (const listener of listeners) listener();
}
