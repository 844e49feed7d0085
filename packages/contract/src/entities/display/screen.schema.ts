import * as z from "zod";
import { recordId } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";

/** LIVE-8: what a screen shows. */
export const screenContent = z.object({
  uid: z.string(),
  name: z.string(),
  siteName: z.string(),
  timeZone: z.string(),
  templateId: z.int(),
  /** MOD-3: false while the display's module is switched off. */
  isInService: z.boolean(),
  values: z.array(z.object({ templateKey: z.string(), label: z.string(), value: z.number() })),
  /** When the values were read. */
  at: instant,
});
screenContent.register(z.globalRegistry, { id: "ScreenContent", description: "What a screen shows" });

/** What a screen shows. */
export type ScreenContent = z.output<typeof screenContent>;

/** The display that a screen wants to show; must be the one of its key. */
export const screenQuery = z.object({ uid: requiredText() });

/** A screen: a random text that stays the same while its page is open. */
export const screenReport = z.strictObject({
  uid: requiredText(),
  screen: z.string().regex(/^[\w-]{8,64}$/, "Must be 8 to 64 letters, digits, - or _"),
});

/** One of the screens that show a display. */
export type ScreenReport = z.output<typeof screenReport>;

/** The key of a display and the screens that use it. */
export const screenStatus = z.object({
  displayId: recordId,
  /** Null without a key. */
  keyCreatedAt: instant.nullable(),
  keyCreatedBy: z.string().nullable(),
  /** The number of screens that show the display now. */
  connected: z.int().min(0),
  /** When a screen last showed it; null if never. */
  lastSeenAt: instant.nullable(),
});
screenStatus.register(z.globalRegistry, {
  id: "ScreenStatus",
  description: "The key of a display and the screens that use it",
});

/** The key of a display and the screens that use it. */
export type ScreenStatus = z.output<typeof screenStatus>;

/** A new key, and the path of the page with it. */
export const newScreenKey = z.object({ key: z.string(), path: z.string() });
newScreenKey.register(z.globalRegistry, {
  id: "NewScreenKey",
  description: "A new key, and the path of the page with it",
});
