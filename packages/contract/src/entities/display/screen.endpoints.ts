import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { newScreenKey, screenContent, screenQuery, screenReport, screenStatus } from "./screen.schema.ts";

const tag = "Displays";

/** LIVE-8: the keys of multimedia displays, and what a screen calls with one. */
export const screenEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "GET /displays/{module}/screens": {
      tag,
      summary: "List the keys of a module's multimedia displays and how many screens show them",
      gates: { rows: "displays", rowId: "displayId" },
      params: z.object({ module: moduleInPath }),
      answer: z.array(screenStatus),
    },
    "POST /displays/{id}/key": {
      tag,
      summary: "Create the key of a multimedia display; the earlier one stops working. Only this response contains it",
      params: idParams,
      answer: newScreenKey,
      status: 201,
      faults: ["record/not-found", "display/no-page"],
    },
    "DELETE /displays/{id}/key": {
      tag,
      summary: "Revoke the key of a multimedia display",
      params: idParams,
      status: 204,
      faults: ["record/not-found"],
    },
    "GET /screen": {
      tag,
      summary: "What the display of this key shows",
      access: "display",
      query: screenQuery,
      answer: screenContent,
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

/** LIVE-8: the stream of a screen. */
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
