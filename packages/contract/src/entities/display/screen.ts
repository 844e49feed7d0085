import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams, recordId } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";

/** The number of screens that may show one display at the same time. */
export const maxScreensPerDisplay = 50;

export const screenContent = z.object({
  uid: z.string(),
  name: z.string(),
  siteName: z.string(),
  timeZone: z.string(),
  templateId: z.int(),
  /** False while the display's module is switched off. */
  isInService: z.boolean(),
  values: z.array(z.object({ templateKey: z.string(), label: z.string(), value: z.number() })),
  /** When the values were read. */
  at: instant,
});
screenContent.register(z.globalRegistry, { id: "ScreenContent", description: "What a screen shows" });

export type ScreenContent = z.output<typeof screenContent>;

/** The display that a screen wants to show; must be the one of its key. */
const screenQuery = z.object({ uid: requiredText() });

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
const newScreenKey = z.object({ key: z.string(), path: z.string() });
newScreenKey.register(z.globalRegistry, {
  id: "NewScreenKey",
  description: "A new key, and the path of the page with it",
});

const tag = "Displays";

/** The keys of multimedia displays, and what a screen calls with one. */
export const screenEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "GET /displays/{module}/screens": {
      tag,
      summary: "List the keys of a module's multimedia displays and how many screens show them",
      gates: { rows: "displays", rowId: "displayId" },
      params: z.object({ module: moduleInPath }),
      response: z.array(screenStatus),
    },
    "POST /displays/{id}/key": {
      tag,
      summary: "Create the key of a multimedia display; the earlier one stops working. Only this response contains it",
      params: idParams,
      response: newScreenKey,
      status: 201,
      errors: ["record/not-found", "display/no-page"],
    },
    "DELETE /displays/{id}/key": {
      tag,
      summary: "Revoke the key of a multimedia display",
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
    "GET /screen": {
      tag,
      summary: "What the display of this key shows",
      access: "display",
      query: screenQuery,
      response: screenContent,
    },
    "POST /screen/seen": {
      tag,
      summary: "Report that a screen shows the display of this key",
      access: "display",
      body: screenReport,
      status: 204,
    },
  },
);

export const screenStreamEndpoints = defineEndpoints(
  { read: "view", write: "devices" },
  {
    "GET /screen/live": {
      tag,
      summary:
        "Server-Sent Events for the display of this key: `page` names the version of its page; `content` carries what it shows, at first and after each change; `current` confirms every few seconds that it is still valid",
      access: "display",
      query: screenReport,
      stream: {
        page: z.object({ version: z.string() }),
        content: screenContent,
        current: z.object({ at: z.string() }),
      },
    },
  },
);
