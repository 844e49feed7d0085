/** Names of columns that operators would not understand, as their forms call them. */
const labels: Readonly<Record<string, string>> = {
  adr: "MAC address",
  apiKeySecret: "API key",
  at: "time",
  chars: "characters per row",
  codes: "chosen values",
  commissionedAt: "commissioning",
  dataType: "type of value",
  drv: "driver",
  gtp: "gate type",
  headerSecret: "secret",
  idl: "idle messages",
  iid: "plate/tag",
  iidNormalized: "plate/tag as compared",
  externalId: "external ID",
  ind: "default status",
  ingestSecret: "push secret",
  inputDrv: "contact board driver",
  inputIp: "contact board IP address",
  inputPort: "contact board port",
  ip: "IP address",
  isByAddress: "accept without secret",
  leading: "counted by",
  lp: "license plate",
  lpNormalized: "license plate as compared",
  oneTimeUntil: "one-time password until",
  passwordHash: "password",
  rfidNormalized: "RFID as compared",
  notifyAPIUrl: "notify API URL",
  openInput: "open contact",
  closedInput: "closed contact",
  orgName: "organisation",
  prp: "PRP",
  rel: "relay number",
  ser: "serial",
  speedLimit2w: "speed limit for two-wheelers",
  speedLimit4w: "speed limit for four-wheelers",
  syncAPIUrl: "sync API URL",
  tmr: "timer",
  uid: "UID",
  validTo: "valid until",
};

const upperWords = /\b(ai|anpr|api|id|ip|mac|rfid|rtsp|tvm|url)\b/g;

/** The label of a field in the audit trail, such as "sink port" for `sinkPort`; `additionalInfo.` is left out. */
export function auditFieldLabel(path: string): string {
  const names = path.split(".").filter((name) => name !== "additionalInfo");
  return names.map((name) => labels[name] ?? toWords(name)).join(", ") || "further settings";
}

/** Splits a camel-case name into words; ids of other records are called by their noun. */
function toWords(name: string): string {
  const noun = name.replace(/([a-z])Ids?$/, "$1").replace(/^(is|has|should)([A-Z])/, "$2");
  const words = noun.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return words.toLowerCase().replaceAll(upperWords, (word) => word.toUpperCase());
}

type AuditedRecord = Readonly<Record<string, unknown>> | null;

/** A field of an audited record, before and after. */
export interface AuditChange {
  /** The path in the record, such as `additionalInfo.port`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/** Not changes that a person made: they follow from the others. */
const hidden: ReadonlySet<string> = new Set(["version", "changedAt", "filterGateId", "filterGroupId", "searchText"]);

/** The fields of a record before and after a change, the changed ones first. */
export function listAuditChanges(before: AuditedRecord, after: AuditedRecord): AuditChange[] {
  const old = flatten(before ?? {});
  const now = flatten(after ?? {});
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter((path) => !hidden.has(path));
  const fields = paths.map((path) => {
    const change = { path, before: old.get(path), after: now.get(path) };
    return { ...change, isChanged: !isEqual(change.before, change.after) };
  });
  return [...fields.filter(({ isChanged }) => isChanged), ...fields.filter(({ isChanged }) => !isChanged)];
}

/** Adds the values of a record by their paths. */
function flatten(record: object, values = new Map<string, unknown>(), prefix = ""): Map<string, unknown> {
  for (const [name, value] of Object.entries(record)) {
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isGroup) flatten(value, values, `${prefix}${name}.`);
    else values.set(prefix + name, value);
  }
  return values;
}

const isEqual = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
