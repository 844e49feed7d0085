import { notifications, notificationsStore } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import { createElement } from "react";
import classes from "./banner-stack.module.css";
import { withoutRequestNote } from "./request-note.ts";

const looks = {
  success: { icon: IconCircleCheck, role: "status", color: "var(--gh-ok)" },
  info: { icon: IconInfoCircle, role: "status", color: "var(--gh-info)" },
  warning: { icon: IconAlertTriangle, role: "alert", color: "var(--gh-warn)" },
  error: { icon: IconCircleX, role: "alert", color: "var(--gh-bad)" },
} as const;

interface Banner {
  /** Severity. */
  readonly tone: keyof typeof looks;
  readonly title: string;
  readonly detail?: string;
  /** How long it stays; by default success closes by itself and everything else stays until dismissed. */
  lifeMs?: number;
}

const successLifeMs = 5000;
let shown = 0;

/** Shows a banner, replacing an identical one. */
export function showBanner({ tone, title, detail, lifeMs }: Banner): void {
  const id = `${tone} ${withoutRequestNote(title)}`;
  const { icon, role, color } = looks[tone];
  const life = lifeMs ?? (tone === "success" ? successLifeMs : undefined);
  // Mantine's `autoClose` counts only while the banner is rendered: after the next sign-in, it would still be there.
  const timer = life === undefined ? undefined : setTimeout(() => notifications.hide(id), life);
  notifications.hide(id);
  notifications.show({
    id,
    role,
    color,
    "data-tone": tone,
    classNames: classes,
    icon: createElement(icon, { size: 18, "aria-hidden": true }),
    // A new element each time: screen readers announce the text again.
    title: createElement("span", { key: ++shown }, title),
    message: detail,
    autoClose: false,
    closeButtonProps: { "aria-label": "Dismiss" },
    onClose: () => clearTimeout(timer),
  });
}

/** Closes all banners. */
export function dismissAllBanners(): void {
  for (const { id } of notificationsStore.getState().notifications) if (id !== undefined) notifications.hide(id);
}
