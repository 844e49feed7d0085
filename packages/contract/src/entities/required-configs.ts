import { isCurrency } from "../fares/money.ts";
import { shiftStartsError } from "../fares/shift-starts.ts";
import { contactsError } from "../fields/contacts.ts";
import { integrationNetworksError, loopbackNetworks, networksError, publicWord } from "../fields/network.ts";
import { openReasonsError } from "../fields/reason.ts";
import { maxRetentionDays } from "../fields/retention-limit.ts";
import { clockTimeError } from "../fields/time.ts";
import type { ConfigScope } from "../modules/module.ts";
import { numberFrom, type RequiredConfig, timeZone, webAddress, wholeNumber } from "./config-value.ts";

/** The minimum retention of a kind of data, which its maximum and erasure must respect. */
const minimum = (what: string, more = "") =>
  ({
    scope: "global",
    dataType: "NUMBER",
    initial: 0,
    description: `Days for which ${what} must be kept at least.${more}`,
    check: wholeNumber(0, maxRetentionDays),
  }) as const;

/** How long each kind of data is kept. */
const retentionConfigs = {
  eventRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 365,
    description: "Days to keep events.",
    check: wholeNumber(1, 3650),
  },
  imageRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 30,
    description: "Days to keep event images. The oldest are deleted first when the disk is nearly full.",
    check: wholeNumber(1, 3650),
  },
  plateRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: maxRetentionDays,
    description: "Days after which plates of events are replaced by a keyed hash. Their images are deleted with them.",
    check: wholeNumber(1, maxRetentionDays),
  },
  reportRetentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 90,
    description: "Days to keep the files of produced reports.",
    check: wholeNumber(1, maxRetentionDays),
  },
  eventMinRetentionDays: minimum("events"),
  imageMinRetentionDays: minimum("event images", " Also while the disk is nearly full."),
  plateMinRetentionDays: minimum("plates"),
  auditMinRetentionDays: minimum("the audit trail"),
  reportMinRetentionDays: minimum("report files"),
} as const satisfies Record<string, RequiredConfig>;

const privateNetworks = "10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7";

/** The settings that the server and the engine read, by key. */
export const requiredConfigs = {
  siteName: {
    scope: "global",
    dataType: "STRING",
    initial: "My site",
    description: "The site's name, shown in the header and on reports.",
    check: (value) =>
      String(value).trim() === "" || String(value).length > 60 ? "Must be 1 to 60 characters" : undefined,
  },
  timeZone: {
    scope: "global",
    dataType: "STRING",
    initial: "UTC",
    description: "The site's time zone, for example Asia/Kolkata. Times on screen and in reports follow it.",
    check: timeZone,
  },
  currency: {
    scope: "global",
    dataType: "STRING",
    initial: "EUR",
    description: "The currency of tariffs and fares, as an ISO 4217 code such as EUR or INR.",
    check: (value) => (isCurrency(String(value)) ? undefined : "Must be a currency code such as EUR"),
  },
  shiftStarts: {
    scope: "global",
    dataType: "STRING",
    initial: "06:00, 18:00",
    description: "Times at which shifts start, separated by commas. The Fare Report has totals of each shift.",
    check: (value) => shiftStartsError(String(value)),
  },
  retentionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 365,
    description: "Days to keep resolved alerts, the audit trail, ended sessions and sent messages.",
    check: wholeNumber(1, 3650),
  },
  healthProbeSeconds: {
    scope: "global",
    dataType: "NUMBER",
    initial: 3,
    description: "Health check interval in seconds.",
    check: wholeNumber(1, 3600),
  },
  deviceNetworks: {
    scope: "global",
    dataType: "STRING",
    initial: privateNetworks,
    description: "Networks of the devices. The server doesn't connect to devices at other addresses.",
    check: (value) => networksError(String(value)),
  },
  integrationNetworks: {
    scope: "global",
    dataType: "STRING",
    initial: `${publicWord}, ${privateNetworks}`,
    description: `Networks that MyGate, the cloud, the ticket service, sign-in providers, the mail server and webhooks may be in. "${publicWord}" stands for all public addresses.`,
    check: (value) => integrationNetworksError(String(value)),
  },
  metricsNetworks: {
    scope: "global",
    dataType: "STRING",
    initial: loopbackNetworks,
    description: "Networks from which monitoring systems may read the metrics. The server itself always may.",
    check: (value) => networksError(String(value)),
  },
  cameraCheckSeconds: {
    scope: "global",
    dataType: "NUMBER",
    initial: 30,
    description: "Interval in seconds for reading the cameras and slots of each device.",
    check: wholeNumber(1, 3600),
  },
  cloudUrl: {
    scope: "global",
    dataType: "STRING",
    initial: "",
    description: "URL to which variables are published. Leave empty if the site has no cloud.",
    isIntegrationUrl: true,
    check: webAddress("https://cloud.example"),
  },
  mygateSyncSeconds: {
    scope: "anpr-ac",
    dataType: "NUMBER",
    initial: 300,
    description: "MyGate sync interval in seconds.",
    check: wholeNumber(10, 86_400),
  },
  eventFreshSeconds: {
    scope: "global",
    dataType: "NUMBER",
    initial: 30,
    description: "Maximum clock difference in seconds at which an event may still open a gate.",
    check: wholeNumber(1, 600),
  },
  passageSeconds: {
    scope: "global",
    dataType: "NUMBER",
    initial: 10,
    description: "Time in seconds in which repeated reads of a vehicle at a gate count as one passage.",
    check: wholeNumber(1, 600),
  },
  snapshotMaxHours: {
    scope: "global",
    dataType: "NUMBER",
    initial: 24,
    description:
      "Hours for which gates decide without the database. After that, events are stored but no vehicle is admitted.",
    check: wholeNumber(1, 720),
  },
  openReasons: {
    scope: "global",
    dataType: "STRING",
    initial: "Delivery, Visitor, Emergency services, Plate not readable, Technical fault",
    description: "Reasons that are offered for opening a gate, separated by commas.",
    check: (value) => openReasonsError(String(value)),
  },
  stationCardMinutes: {
    scope: "global",
    dataType: "NUMBER",
    initial: 10,
    description: "Minutes after which the gate station stops waiting for a guard to handle a vehicle.",
    check: wholeNumber(1, 30),
  },
  stationContacts: {
    scope: "global",
    dataType: "STRING",
    initial: "",
    description:
      "Phones that the gate station offers, separated by commas, for example: Reception +49 30 1234, Tower 7: 402.",
    check: (value) => contactsError(String(value)),
  },
  maxStayHours: {
    scope: "global",
    dataType: "NUMBER",
    initial: 24,
    description: "Hours after which a vehicle that entered and has not left counts as overstaying.",
    check: wholeNumber(1, 8_760),
  },
  maxSessionDays: {
    scope: "global",
    dataType: "NUMBER",
    initial: 7,
    description: "Days after which the exit of a vehicle counts as missed.",
    check: wholeNumber(1, 365),
  },
  barrierPulseMs: {
    scope: "global",
    dataType: "NUMBER",
    initial: 500,
    description: "Relay pulse that opens a barrier, in milliseconds.",
    check: wholeNumber(100, 10_000),
  },
  barrierMoveSeconds: {
    scope: "global",
    dataType: "NUMBER",
    initial: 4,
    description:
      "Time in seconds in which a barrier with position contacts must start to open. Otherwise it raises an alert.",
    check: wholeNumber(1, 60),
  },
  loopMinOccupiedMs: {
    scope: "loop",
    dataType: "NUMBER",
    initial: 100,
    description:
      "Time in milliseconds for which a loop must be occupied to count a vehicle. Shorter pulses are ignored.",
    check: wholeNumber(0, 5_000),
  },
  loopMinFreeMs: {
    scope: "loop",
    dataType: "NUMBER",
    initial: 250,
    description: "Time in milliseconds for which a loop must be free between two vehicles. Shorter gaps are ignored.",
    check: wholeNumber(0, 5_000),
  },
  loopStuckMinutes: {
    scope: "loop",
    dataType: "NUMBER",
    initial: 10,
    description: "Minutes after which an occupied loop raises an alert.",
    check: numberFrom(0.1, 1440),
  },
  readerOfflineSeconds: {
    scope: "rfid-ac",
    dataType: "NUMBER",
    initial: 5,
    description: "Time in seconds for which a reader must be offline to raise an alert.",
    check: wholeNumber(0, 3600),
  },
  ...retentionConfigs,
  backupTime: {
    scope: "global",
    dataType: "STRING",
    initial: "02:00",
    description: "Time of the daily backup, at the site. Backups are made if the server has a folder for them.",
    check: (value) => clockTimeError(String(value)),
  },
  backupsKept: {
    scope: "global",
    dataType: "NUMBER",
    initial: 7,
    description: "Number of backups to keep. Older ones are deleted after a successful backup.",
    check: wholeNumber(1, 365),
  },
  ticketUrl: {
    scope: "anpr-ac",
    dataType: "STRING",
    initial: "",
    description: "URL that issues tickets. Leave empty if the site has no ticket machines.",
    isIntegrationUrl: true,
    check: webAddress("https://tickets.example"),
  },
} as const satisfies Record<string, RequiredConfig>;

export type RequiredConfigKey = keyof typeof requiredConfigs;

/** The value of each required configuration. */
export type RequiredValues = { [K in RequiredConfigKey]: Widened<(typeof requiredConfigs)[K]["initial"]> };

type Widened<V> = V extends string ? string : V extends number ? number : boolean;

/** Finds the required configuration with a scope and key. */
export function requiredConfig(scope: ConfigScope, key: string): RequiredConfig | undefined {
  const config = Object.hasOwn(requiredConfigs, key) ? requiredConfigs[key as RequiredConfigKey] : undefined;
  return config?.scope === scope ? config : undefined;
}
