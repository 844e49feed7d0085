import { addTo } from "@gatehouse/contract/collections";
import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { type Sender, senderName } from "@gatehouse/engine/events/incoming-event";
import { raiseAlert, resolveAlertsOf } from "../../alert/alert.store.ts";
import type { Services } from "../../platform/services.ts";

/** Raises an alert for a device whose payloads are not understood, and resolves it when one is. */
export interface UnreadablePayloads {
  /** Records a payload that was not understood, and why. */
  failed(sender: Sender, label: string, payload: { readonly text: string; readonly detail: string }): void;
  understood(sender: Sender): void;
  settled(): Promise<void>;
}

/** A single payload may be a test or a truncated one. */
const failuresBeforeAlert = 3;
const type = "INGEST_NOT_UNDERSTOOD";

/** Counts failures in a row in memory. The alert is raised once, even if a person resolves it, until a payload is understood. */
export function createUnreadablePayloads({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): UnreadablePayloads {
  const failures = new Map<string, number>();
  const running = new Set<Promise<void>>();

  function save(work: Promise<unknown>): void {
    const saved = work
      .then(() => {})
      .catch((error: unknown) => log.warn({ error }, "could not save the alert for payloads that are not understood"))
      .finally(() => running.delete(saved));
    running.add(saved);
  }

  return {
    failed: (sender, label, { text, detail }) => {
      const name = senderName(sender);
      const count = addTo(failures, name, 1);
      if (count !== failuresBeforeAlert) return;
      const excerpt = toAlertExcerpt(text);
      const cause: AlertCause = {
        type,
        scope: sender.kind === "device" ? alertScopeOf[sender.device.module] : "ac",
        subject: name,
        title: "Messages not understood",
        description: `"${label}" sends messages that are not understood. ${detail}`,
        additionalInfo: {
          error: detail,
          excerpt,
          ...(sender.kind === "device" ? { deviceId: sender.device.id } : { sensorId: sender.sensor.id }),
        },
      };
      save(db.transaction().execute((tx) => raiseAlert(tx, cause, clock.now())));
    },
    understood: (sender) => {
      const name = senderName(sender);
      // The first payload after a start may end the alert of an earlier process.
      if (failures.get(name) === 0) return;
      failures.set(name, 0);
      save(db.transaction().execute((tx) => resolveAlertsOf(tx, { type, subject: name }, clock.now())));
    },
    settled: async () => {
      await Promise.all(running);
    },
  };
}

const maxExcerptLength = 2_000;
const maxAlertExcerptLength = 500;
// Long runs without a space are encoded images.
const encodedImage = /[A-Za-z0-9+/=_-]{200,}/g;

/** The beginning of a payload without images and without characters that PostgreSQL can't store. */
export function toExcerpt(text: string): string {
  const start = text.slice(0, maxExcerptLength * 4).replaceAll(encodedImage, "…");
  return start.toWellFormed().replaceAll("\u0000", "").slice(0, maxExcerptLength);
}

// The lengths are limited, because the time grows with their product.
const privateName =
  "[\\w.-]{0,80}(?:pass(?:word|wd|phrase)?|pwd|secret|token|auth|api[_-]?key|cookie|session|user|owner|driver|person|phone|mobile|e?mail|address|card|id[_-]?number)[\\w.-]{0,80}";

/** `"name": "value"`, `name="value"`, `<name>value</name>`, `name=value` and `Name: value`. */
const privateValues = [
  new RegExp(`("${privateName}"\\s*:\\s*)(?:"[^"]{0,2000}"?|[^,}\\]\\s]{1,200})`, "gi"),
  new RegExp(`((?<![\\w.-])${privateName}\\s*=\\s*)(?:"[^"]{0,2000}"?|'[^']{0,2000}'?|[^&\\s<>"']{1,200})`, "gi"),
  new RegExp(`(<(?:\\w{1,40}:)?${privateName}(?:\\s[^<>]{0,200})?>)[^<]{1,2000}`, "gi"),
  new RegExp(`(^${privateName}:[ \\t]*)[^\\r\\n"{]{1,500}`, "gim"),
];

/** A short excerpt for an alert: without images, secrets and names of people. */
export function toAlertExcerpt(text: string): string {
  const start = toExcerpt(text);
  const masked = privateValues.reduce((line, value) => line.replaceAll(value, "$1…"), start);
  return masked.slice(0, maxAlertExcerptLength).toWellFormed();
}
