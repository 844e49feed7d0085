import { useSyncExternalStore } from "react";
import { withoutRequestNote } from "./request-note.ts";

/** Severity of a banner. */
export type Tone = "success" | "error" | "info" | "warning";

/** A notification. */
export interface Banner {
  readonly id: number;
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: string;
}

interface BannerOptions extends Omit<Banner, "id"> {
  /** How long it stays; by default success closes by itself and everything else stays until dismissed. */
  lifeMs?: number;
}

const successLifeMs = 5000;
const listeners = new Set<() => void>();
let banners: readonly Banner[] = [];
let lastId = 0;

/** SHELL-2: shows a banner, replacing an identical one. */
export function showBanner({ lifeMs, ...content }: BannerOptions): void {
  const id = ++lastId;
  const isSame = ({ tone, title }: Banner) =>
    tone === content.tone && withoutRequestNote(title) === withoutRequestNote(content.title);
  const others = banners.filter((banner) => !isSame(banner));
  publish([...others, { ...content, id }]);
  const life = lifeMs ?? (content.tone === "success" ? successLifeMs : undefined);
  if (life !== undefined) setTimeout(() => dismissBanner(id), life);
}

/** Closes a banner. */
export function dismissBanner(id: number): void {
  publish(banners.filter((banner) => banner.id !== id));
}

/** Closes all banners. */
export const dismissAllBanners = (): void => publish([]);

/** The visible banners, oldest first. */
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
