import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { auditEntities } from "@gatehouse/contract/entities/audit/audit-names";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkedTableOf } from "../../../src/house/linked-names.ts";
import { createNotificationSite } from "../../alert/notifications/notification-site.ts";
import { startSmtp } from "../../alert/notifications/smtp-for-test.ts";
import { startHook } from "../../alert/notifications/webhook-for-test.ts";
import { createDocumentedSite } from "../../api/documented-calls/documented-site.ts";
import { samples } from "../../gate/site/samples.ts";
import { startProvider } from "../../people/providers/oidc-provider.ts";
import { createPeople } from "../../people/users/people.ts";
import { ownPassword, testServer } from "../../test-server.ts";
import { callAccounts, createBy, type Make } from "./account-calls.ts";
import { serveMygate } from "./mygate-for-test.ts";
import { callFares, callPrivacy, callReports } from "./report-calls.ts";
import { callAccess, callCameras, callDevices, callHardware } from "./site-calls.ts";

type Row = Record<string, unknown>;

const server = await testServer();
const { db, clock } = server.services;
const site = await createDocumentedSite(server);
const people = createPeople(server);
const mygateUrl = await serveMygate();
const provider = await startProvider({
  accounts: { "sub-gina": { preferred_username: "gina", groups: ["guards"] } },
});
const notifications = createNotificationSite(server);
const smtp = await startSmtp();
const hook = await startHook();
afterAll(() => Promise.all([provider.stop(), smtp.stop(), hook.stop()]));

/** Calls that change nothing, with the reason. */
const unrecorded: Partial<Record<EndpointKey, string>> = {
  "POST /access/what-if": "a simulation",
  "POST /access/back-tests": "a simulation",
  "POST /access/rules/effect": "a simulation",
  "POST /ai-devices/{id}/payload-mapping/preview": "a preview",
  "POST /sensors/{id}/payload-mapping/preview": "a preview",
  "POST /ac/upload-lps/faulty": "returns the faulty lines of the caller's own file",
  "POST /ac/upload-rfids/faulty": "returns the faulty lines of the caller's own file",
  "POST /auth/confirm-password": "confirms who is there; wrong passwords are recorded",
  "POST /auth/passkey-sign-in/options": "a challenge",
  "POST /auth/passkeys/options": "a challenge",
  "POST /auth/second-factor/passkey/options": "a challenge",
  "POST /auth/totp/setup": "a proposal",
  "POST /sign-in/providers/{id}/test": "reads the provider's description",
  "POST /auth/renew": "prolongs a session that was recorded at its start",
  "POST /screen/seen": "the sign of life of a screen",
};

const writes = (Object.keys(api) as EndpointKey[]).filter(
  (key) => !key.startsWith("GET ") && !(key in unrecorded) && !(api as Record<string, Endpoint>)[key]?.stream,
);

/** Makes a call that must succeed. */
const make: Make = async (key, sent = {}, token) => {
  const { status, body } = await server.call<Row>(key, sent, token);
  expect(status, `${key}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
};

const create = (key: EndpointKey, body: Row) => createBy(make, key, body);

async function callPeople(): Promise<void> {
  const role = { params: { id: await create("POST /roles", { name: "Desk", permissions: ["view"] }) } };
  await make("PUT /roles/{id}", { ...role, body: { name: "Desk", permissions: ["view", "open"] } });
  await make("DELETE /roles/{id}", role);
  const { id, token } = await people.signIn();
  await make("POST /auth/logout", {}, token);
  await make("PATCH /users/{id}", { params: { id }, body: { name: "Asha" } });
  await make("POST /users/{id}/end-sessions", { params: { id } });
  await make("POST /users/{id}/one-time-password", { params: { id } });
  await make("DELETE /users/{id}", { params: { id } });
  await make("PUT /audit/receiver", { body: { url: "http://127.0.0.1:9/seals" } });
}

async function callIntegrations(): Promise<void> {
  const made = await make("POST /integration-keys", { body: { name: "Cloud", purpose: "integration" } });
  const key = String(made.key);
  const reservation = {
    externalId: "r1",
    lp: "KA01AB1",
    validFrom: "2026-01-01T00:00:00Z",
    validTo: "2026-01-02T00:00:00Z",
  };
  await make("PUT /integrations/reservations", { body: { reservations: [reservation] } }, key);
  const identifier = { externalId: "i1", type: "LICENSE_PLATE", iid: "KA01AB9", vehicleType: "CAR" };
  await make(
    "PUT /integrations/identifiers/{origin}",
    { params: { origin: "CLOUD" }, body: { identifiers: [identifier] } },
    key,
  );
  await make("DELETE /integration-keys/{id}", { params: { id: made.id } });
  await make("PUT /ac/mygate-integration-settings", {
    body: { syncAPIUrl: mygateUrl, notifyAPIUrl: mygateUrl, deviceId: "d1" },
  });
  await make("POST /ac/mygate-sync");
  const values = { kind: "ticket", payload: JSON.stringify({ plate: "A", machineName: "M" }), createdAt: clock.now() };
  const message = await db
    .insertInto("outbox")
    .values({ ...values, nextAttemptAt: clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await make("POST /outbox/{id}/retry", { params: message });
  await make("DELETE /outbox/{id}", { params: message });
}

async function callAlerts(): Promise<void> {
  await notifications.raise();
  const [alert] = await notifications.listOpen();
  const params = { id: alert?.id };
  await make("POST /alerts/{id}/acknowledge", { params });
  await make("POST /alerts/{id}/shelve", { params, body: { minutes: 5, reason: "Being repaired" } });
  await make("POST /alerts/{id}/unshelve", { params });
  await make("POST /alerts/{id}/resolve", { params });
}

async function callNotifications(): Promise<void> {
  await notifications.saveMailServer(smtp.port);
  await make("POST /notifications/mail-server/test", { body: { to: "asha@example.com" } });
  const webhook = { params: { id: await notifications.addWebhook("Desk", hook.url) } };
  await make("PUT /notifications/webhooks/{id}", { ...webhook, body: { name: "Desk", url: hook.url } });
  await make("POST /notifications/webhooks/{id}/test", webhook);
  const draft = { topics: ["disk"], webhookIds: [webhook.params.id] };
  const rule = { params: { id: await notifications.addRule("Disk", draft) } };
  await make("PUT /notifications/rules/{id}", { ...rule, body: { name: "Disks", ...draft } });
  await make("POST /notifications/rules/{id}/test", rule);
  await make("DELETE /notifications/rules/{id}", rule);
  await make("DELETE /notifications/webhooks/{id}", webhook);
}

async function callDataQuality(): Promise<void> {
  const plates = { one: "KA05MN8080", other: "KA05MN808O" };
  for (const iid of Object.values(plates))
    await create("POST /ac/ids", { type: "LICENSE_PLATE", iid, vehicleType: "CAR" });
  await make("PUT /access/look-alikes", { body: { ...plates, requirement: "exact-read" } });
  const { rows } = await sql<{ id: number }>`
    insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid",
      "plateNormalized", reason, listing)
    values (nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', now(), now(), 'Camera', '1', 'KA1', '',
      'elsewhere') returning id`.execute(db);
  const params = { module: "ac", id: rows[0]?.id };
  await make("POST /events/{module}/{id}/correct", { params, body: { plate: "KA7" } });
}

async function callStation(): Promise<void> {
  const boomBarrierId = await create("POST /boom-barriers", samples.boomBarrier({ uid: "203" }));
  const gateId = await create("POST /gates", samples.gate({ boomBarrierId }));
  const { rows } = await sql<{ id: number }>`
    insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid", "gateId",
      "plateNormalized", reason, listing)
    values (nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', now(), now(), 'Camera', '1', ${gateId},
      'KA1', '', 'gate') returning id`.execute(db);
  const params = { module: "ac", id: rows[0]?.id };
  await make("POST /events/{module}/{id}/handle", { params, body: { isHandled: true } });
  await make("POST /events/{module}/{id}/deny", { params, body: { reason: "Unknown" } });
  await make("POST /events/{module}/{id}/open", { params, body: { reason: "Visitor" } });
  await make("POST /station/{gateId}/notes", { params: { gateId }, body: { text: "Waits" } });
  await make("POST /station/{gateId}/handover", { params: { gateId } });
}

async function callVariables(): Promise<void> {
  const base = await db.selectFrom("variables").select("id").where("type", "=", "base").executeTakeFirstOrThrow();
  await make("POST /variables/{id}/corrections", { params: base, body: { value: 3, reason: "Counted by hand" } });
}

let recorded: { call: string; username: string; address: string | null }[] = [];

beforeAll(async () => {
  const documented = site.tables.flatMap(([, calls]) => calls);
  // The change of the password ends the session of the other calls.
  const isLast = ({ call }: { call: string }) => call === "POST /auth/change-password";
  for (const call of documented.filter((one) => !isLast(one))) await site.make(call);
  await callDevices(make);
  await callHardware(make, site.kept.shown?.id);
  await callCameras(make, db, Number(site.kept.camera?.id));
  await callPeople();
  await callAccounts(server, make, provider);
  await callIntegrations();
  await callStation();
  await callVariables();
  await callAccess(make);
  await callDataQuality();
  await callAlerts();
  await callNotifications();
  await callReports(make);
  await callFares(make, db);
  await callPrivacy(make);
  for (const call of documented.filter(isLast)) await site.make(call);
  recorded = await db.selectFrom("audit_log").select(["call", "username", "address"]).distinct().execute();
}, 120_000);

describe("the audit trail of every write", () => {
  it("AUD-1 each is recorded with its author and address", () => {
    const calls = new Set(recorded.map(({ call }) => call));
    expect(writes.filter((key) => !calls.has(key))).toEqual([]);
    expect(recorded.filter(({ username, address }) => username === "" || !address?.startsWith("127."))).toEqual([]);
  });

  it("AUD-1 a call that changes nothing exists, and is not recorded", () => {
    expect(Object.keys(unrecorded).filter((key) => !(key in api))).toEqual([]);
    expect(recorded.filter(({ call }) => call in unrecorded)).toEqual([]);
  });

  it("AUD-1 an import is one entry with its file", async () => {
    const rows = await db.selectFrom("audit_log").selectAll().where("action", "=", "import").orderBy("id").execute();
    expect(rows).toMatchObject([
      { call: "POST /ac/upload-lps", tableName: "identifiers", after: { file: "ids.csv" } },
      { call: "POST /ac/upload-rfids", tableName: "identifiers", after: { file: "ids.csv" } },
    ]);
  });

  it("AUD-1 every entry names its record and what its fields refer to", async () => {
    const token = (await server.login(ownPassword)).body.token;
    const list = async (cursor?: string): Promise<AuditEntry[]> => {
      const query = { limit: 500, ...(cursor !== undefined && { cursor }) };
      const page = await server.call<{ data: AuditEntry[]; next: string | null }>("GET /audit", { query }, token);
      const { data, next } = page.body;
      return next === null ? data : [...data, ...(await list(next))];
    };
    const entries = await list();
    const nouns = Object.values(auditEntities).filter((noun) => !["commissioning", "pending message"].includes(noun));
    const withId = new RegExp(`(${nouns.join("|")}) \\d+`);
    const summaries = entries.map(({ summary }) => summary);
    expect(summaries.filter((summary) => withId.test(summary))).toEqual([]);
    expect(summaries).toEqual(
      expect.arrayContaining([
        'Deleted push settings of AI device "Push"',
        'Created screen key of display "Screen"',
        'Created variable "Shown" of display "Sign"',
        'Activated module "Overspeed Detection"',
        'Created recovery codes of user "person2"',
        'Revoked access token "Script"',
        'Acknowledged alert "Disk nearly full"',
        'Sent a test message to webhook "Desk"',
        'Sent a test message to the recipients of notification rule "Disks"',
      ]),
    );
    const gate = entries.find(({ action, summary }) => action === "insert" && summary === 'Created gate "South"');
    expect(gate?.links).toContainEqual({ path: "boomBarrierId", id: expect.any(Number), name: "Numeric uid" });
  });

  it("AUD-1 knows what each foreign key of an audited table refers to", async () => {
    const { rows } = await sql<{ table: string; column: string; to: string }>`
      select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as "to"
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and a.attname <> 'id'
        and exists (select from pg_trigger t where t.tgrelid = c.conrelid and t.tgname = 'audit_row')`.execute(db);
    expect(rows.length).toBeGreaterThan(40);
    const unknown = rows.filter(({ table, column, to }) => linkedTableOf(table, column) !== to);
    expect(unknown).toEqual([]);
    expect(linkedTableOf("mygate", "deviceId")).toBeNull();
    expect(linkedTableOf("gates", "constructor")).toBeNull();
  });

  it("AUD-1 an act without a changed record is described", async () => {
    const query = { action: "act", entity: "variables" };
    const token = (await server.login(ownPassword)).body.token;
    const { body } = await server.call<{ data: AuditEntry[] }>("GET /audit", { query }, token);
    expect(body.data[0]).toMatchObject({
      summary: expect.stringMatching(/^Corrected variable ".+" to 3 \(Counted by hand\)$/),
    });
    expect(body.data[0]?.after).toMatchObject({ value: 3, reason: "Counted by hand" });
  });
});
