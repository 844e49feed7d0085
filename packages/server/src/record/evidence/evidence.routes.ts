import { evidenceEndpoints } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { sql } from "kysely";
import type { ImageStore } from "../../house/image-store.ts";
import { readWhole } from "../../house/read-whole.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import type { Services } from "../../platform/services.ts";
import { createZip, type ZipPart } from "../../platform/zip.ts";
import { explainEvent } from "../events/explain-event.ts";
import { evidenceFiles, signPackage } from "./evidence-package.ts";

/** Evidence packages, and the key that they are verified with. */
export const evidenceRoutes = ({ clock, evidenceSigner }: Services, store: ImageStore | undefined) =>
  handle(evidenceEndpoints, {
    "GET /events/{module}/{id}/evidence": async ({ params: { module, id }, person: { gateIds, username }, read }) => {
      const parts = await loadEvidence(read, { module, id, gateIds }, store);
      const at = clock.now();
      const { siteName: site } = await loadRequiredConfigs(read);
      const about = { site, event: { module, id }, createdAt: at.toISOString(), createdBy: username };
      return {
        filename: `evidence-${codeOf(module)}-${id}.zip`,
        content: createZip(signPackage(parts, about, evidenceSigner), at, { isCompressed: false }),
      };
    },
    "GET /evidence-key": () => ({
      publicKey: evidenceSigner.publicKey,
      fingerprint: evidenceSigner.fingerprint,
    }),
  });

const { manifest, signature, publicKey } = evidenceFiles;

/** Explains a package to the person who receives it. */
const readme = `Evidence package of one event

event.json            the stored event, and further reads of the same passage
decision.json         how access was decided, step by step
commands.json         commands to barriers, buzzers and signs, with their results
corrections.json      corrections of the plate by people
device-messages.json  messages of the device as it sent them, as far as they are stored
device-clock.json     difference between the clocks of the device and the server
pictures/             pictures of the event

${manifest} lists every part with its SHA-256. ${signature} is the Ed25519 signature of ${manifest}.
${publicKey} is the public key. Compare its fingerprint with the one that the site publishes.

To verify with Gatehouse:  npm run verify-evidence FILE [PUBLIC_KEY_FILE]
To verify the signature with OpenSSL 3:
  openssl pkeyutl -verify -pubin -inkey ${publicKey} -rawin -in ${manifest} -sigfile ${signature}
`;

interface SoughtEvent {
  readonly module: EventModule;
  readonly id: number;
  readonly gateIds: GateLimit;
}

const json = (name: string, value: unknown): ZipPart => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** Loads everything that is stored about an event. */
async function loadEvidence(db: ReadDb, sought: SoughtEvent, store: ImageStore | undefined): Promise<ZipPart[]> {
  const { trace, sightings } = await explainEvent(db, sought, () => null);
  const { id } = sought;
  const event = await db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const { trace: _, ...facts } = event;
  const [commands, corrections, messages] = await Promise.all([
    listOf(db, "commands", event.passageOf ?? id, "id"),
    listOf(db, "event_corrections", id, "id"),
    listOf(db, "event_reports", id, "receivedAt"),
  ]);
  const pictures = await Promise.all(
    [
      { name: "pictures/vehicle.jpg", stored: event.fullImage },
      { name: "pictures/plate.jpg", stored: event.plateImage },
    ].map(async ({ name, stored }) => ({ name, bytes: stored === null ? undefined : await readWhole(store, stored) })),
  );
  return [
    { name: "README.txt", bytes: Buffer.from(readme) },
    json("event.json", { ...facts, furtherReads: sightings }),
    json("decision.json", trace),
    json("commands.json", commands),
    json("corrections.json", corrections),
    json("device-messages.json", messages),
    json("device-clock.json", await loadClock(db, event)),
    ...pictures.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : [])),
  ];
}

async function listOf(db: ReadDb, table: string, eventId: number, order: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where t."eventId" = ${eventId} order by ${sql.ref(`t.${order}`)}`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** The difference between the clocks of the device and the server: of this event, and as measured lately. */
async function loadClock(
  db: ReadDb,
  {
    deviceId,
    occurredAt,
    receivedAt,
    timing,
  }: { deviceId: number | null; occurredAt: string; receivedAt: string; timing: string },
) {
  const measured =
    deviceId === null
      ? undefined
      : await db
          .selectFrom("device_clocks")
          .select(["driftMs", "level", "sampledAt"])
          .where("deviceId", "=", deviceId)
          .executeTakeFirst();
  return {
    deviceId,
    occurredAt,
    receivedAt,
    receivedAfterMs: Date.parse(receivedAt) - Date.parse(occurredAt),
    timing,
    measured: measured ?? null,
  };
}
