import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { anprEvent } from "../events/anpr.ts";
import { countingEvent } from "../events/counting.ts";
import { epldEvent } from "../events/epld.ts";
import { loopEvent } from "../events/loop.ts";
import { overspeedEvent } from "../events/overspeed.ts";
import { rfidEvent } from "../events/rfid.ts";

/** The topics of change notices: database tables and states that the server watches. */
export const liveTopics = [
  "access_areas",
  "access_groups",
  "access_lists",
  "access_look_alikes",
  "access_overrides",
  "access_passes",
  "access_presence",
  "access_rules",
  "access_schedules",
  "ai_devices",
  "alerts",
  "area_corrections",
  "area_counts",
  "audit_log",
  "audit_receiver",
  "boom_barriers",
  "buzzers",
  "cameras",
  "code_selections",
  "commands",
  "commissions",
  "configs",
  "data_quality",
  "displays",
  "event_corrections",
  "events",
  "gates",
  "hardware_status",
  "health",
  "identifier_groups",
  "identifiers",
  "ingest",
  "integration_keys",
  "lanes",
  "legal_holds",
  "mail_server",
  "module_activation",
  "mygate",
  "notices",
  "notification_rules",
  "notification_webhooks",
  "outbox",
  "passkeys",
  "payload_mappings",
  "personal_tokens",
  "pins",
  "report_jobs",
  "report_schedules",
  "reservations",
  "rfid_server",
  "role_policies",
  "roles",
  "screens",
  "sensors",
  "sessions",
  "sign_in_providers",
  "sign_in_settings",
  "slot_controllers",
  "station_cards",
  "station_handovers",
  "station_notes",
  "stay_reductions",
  "tariffs",
  "totp_secrets",
  "tvms",
  "users",
  "variables",
] as const;

export type LiveTopic = (typeof liveTopics)[number];

/** Topics that change constantly; their notices are throttled, because new rows are streamed anyway. */
export const throttledTopics: ReadonlySet<LiveTopic> = new Set<LiveTopic>(["events", "commands", "ingest"]);

/** Keep-alive interval of the stream; a client that receives nothing for three intervals is disconnected. */
export const liveHeartbeatMs = 2_500;

/** A client that connects learns what changed within this time: it may have loaded its first page before. */
export const recentChangesMs = 10_000;

const event = z.union([anprEvent, rfidEvent, countingEvent, epldEvent, loopEvent, overspeedEvent]);

/** The stream of change notices for browsers. */
export const liveEndpoints = defineEndpoints(
  { read: "view", write: "view", gates: "own" },
  {
    "GET /live": {
      tag: "Live",
      summary:
        "Server-Sent Events: `changed` names the topics whose data is new; `events` carries new events themselves, and those missed since Last-Event-ID; `reload` means that too many were missed; `alive` is sent every few seconds",
      stream: {
        changed: z.object({ topics: z.array(z.enum(liveTopics)) }),
        events: z.object({ events: z.array(event) }),
        recent: z.object({ agesMs: z.array(z.tuple([z.enum(liveTopics), z.number()])) }),
        reload: z.object({}),
        alive: z.object({}),
      },
    },
  },
);
