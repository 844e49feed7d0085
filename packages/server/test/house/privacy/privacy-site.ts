import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll } from "vitest";
import { createConditionAlerts } from "../../../src/alert/condition-alerts.ts";
import { startImageRetention } from "../../../src/house/images/image-retention.ts";
import { startRetentionJobs } from "../../../src/house/retention/retention-jobs.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";

const dayMs = 86_400_000;

/** A site with a plate gate and an image folder, and helpers to store events of any age. */
export async function privacySite() {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-privacy-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const site = await engineSite(folder);
  const gate = await site.plateGate(1);
  const { services, clock } = site.server;
  const { store } = site.parts.images ?? {};
  if (!store) throw new Error("the site stores no images");
  // At noon, so that no test depends on the time of day.
  const noonMs = Math.floor(clock.now().getTime() / dayMs) * dayMs + dayMs / 2;
  const daysAgo = (days: number) => new Date(noonMs - days * dayMs);
  let shade = 0;

  /** Stores a small picture of some age. */
  async function savePicture(at: Date): Promise<string> {
    shade += 1;
    const background = { r: shade % 256, g: 40, b: 200 };
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .jpeg()
      .toBuffer();
    return store?.save(at, bytes, bytes) ?? "";
  }

  return {
    ...site,
    gate,
    store,
    imageFolder: folder,
    daysAgo,
    savePicture,
    /** Stores an event as it would be after some days. */
    storeEvent: async (plate: string, days: number, values: { fullImage?: string } = {}): Promise<number> => {
      const at = daysAgo(days);
      const trace = {
        read: { type: "LICENSE_PLATE", raw: plate, normalized: normalizeIdentifier(plate) },
        direction: "N",
        checks: [],
        candidates: [
          { kind: "identifier", id: 1, name: `${plate} (A. Owner)`, source: "Admin", checks: [], isMatch: true },
        ],
        isGranted: true,
        reason: `Valid identifier ${plate}`,
        reasonCode: "allow.identity",
        policyVersion: 3,
      };
      const { rows } = await sql<{ id: number }>`
        insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", lp, "lpRaw",
          "plateNormalized", direction, "gateId", "gateName", "isGranted", reason, trace, listing, "fullImage")
        values (nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'PROCESSED', 'live', ${at}, ${at}, 'Camera', 'c', ${plate},
          ${plate}, ${normalizeIdentifier(plate)}, 'N', ${gate.gateId}, 'Gate', true, ${`Valid identifier ${plate}`},
          ${JSON.stringify(trace)}, 'gate', ${values.fullImage ?? null})
        returning id`.execute(site.db);
      return rows[0]?.id ?? 0;
    },
    setRetention: async (changes: Record<string, { minDays?: number; maxDays?: number }>) => {
      const { body } = await site.server.call<Record<string, object>>("GET /privacy/retention");
      const next = Object.fromEntries(Object.entries(body).map(([name, old]) => [name, { ...old, ...changes[name] }]));
      return site.server.call("PUT /privacy/retention", { body: next });
    },
    hold: (body: object) => site.create("POST /legal-holds", { reason: "Court order", ...body }),
    /** Runs the retention jobs once. */
    cleanUp: async () => {
      await startRetentionJobs(services).stop();
      await startImageRetention(services, store, createConditionAlerts(services, "DISK_NEARLY_FULL")).stop();
    },
    download: async (path: string): Promise<LightMyRequestResponse> => {
      const { body } = await site.server.login("a password of my own");
      return site.server.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${body.token}` } });
    },
  };
}
