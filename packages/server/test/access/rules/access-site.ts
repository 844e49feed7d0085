import { randomUUID } from "node:crypto";
import type { Area, Group, ListEntry, Override, Pass, Presence } from "@gatehouse/contract/entities/access/access";
import type { Rule } from "@gatehouse/contract/entities/access/rule";
import { expect } from "vitest";
import { confirmDuePassages } from "../../../src/access/rules/confirm-passages.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "../../intake/ingest/ingest-site.ts";

/** Longer than the passage time of a gate. Sessions end after a few minutes, so tests don't advance the clock further. */
export const passageMs = 35_000;

type Draft = Record<string, unknown>;

/** The answer of "why" and of what-if, as far as tests look at it. */
export interface Explained {
  isGranted?: boolean | null;
  reason?: string;
  reasonCode?: string;
  nearestFix?: string | null;
  steps?: { step: string; isPassed: boolean; text: string; facts: Record<string, unknown> }[];
  policyVersion?: number | null;
  shadow?: { name: string; text: string }[];
}

/** What each list contains. */
export interface Lists {
  areas: Area;
  groups: Group;
  lists: ListEntry;
  overrides: Override;
  passes: Pass;
  presence: Presence;
  rules: Rule;
}

/** The real server, with helpers for tests of access rules. */
export async function accessSite() {
  const site = await engineSite();
  const { server } = site;
  await site.configure("timeZone", "Europe/Berlin");
  const add = async (path: string, body: Draft): Promise<{ id: number; version: number }> => {
    // Tests of other things confirm whatever a rule would deny.
    const sent = path === "rules" ? { ...body, confirmation: body.name } : body;
    const created = await site.create<{ id: number; version: number }>(`POST /access/${path}` as never, sent);
    await site.settle();
    return created;
  };
  const list = async <Path extends keyof Lists>(path: Path): Promise<Lists[Path][]> =>
    (await server.call<Lists[Path][]>(`GET /access/${path}`)).body;
  const remove = async (path: string, id: number) => {
    const name = path === "rules" ? (await list("rules")).find((rule) => rule.id === id)?.name : undefined;
    const query = name === undefined ? {} : { confirmation: name };
    const { status } = await server.call(`DELETE /access/${path}/{id}` as never, { params: { id }, query });
    expect(status).toBe(204);
    await site.settle();
  };
  return {
    ...site,
    add,
    list,
    remove,
    gate: async (values: Draft = {}) => site.plateGate((await relayForTest()).port, values),
    register: async (iid: string, groupIds: readonly number[] = []) => {
      const { id } = await site.plate(iid);
      for (const groupId of groupIds)
        await site.db.insertInto("identifier_groups").values({ identifierId: id, groupId }).execute();
      return id;
    },
    /** Reads a plate at a gate and explains the decision of its event. */
    read: async (gate: { id: number; secret: string }, plate: string): Promise<Explained & { id: number }> => {
      expect((await site.push(gate, site.plateEvent(plate))).statusCode).toBe(200);
      const [event] = await site.events<{ id: number; isGranted: boolean; reason: string }>("ac", { search: plate });
      const { id = 0, isGranted, reason } = event ?? {};
      const { body } = await server.call<Explained>("GET /events/{module}/{id}/why", { params: { module: "ac", id } });
      return { ...body, id, isGranted: isGranted ?? null, reason: reason ?? "" };
    },
    /** The same for a tag at a reader. */
    readTag: async (reader: { id: number; secret: string }, tag: string): Promise<Explained & { id: number }> => {
      const event = { type: "tag", id: randomUUID(), at: server.clock.now().toISOString(), tag };
      expect((await site.push(reader, event, `/api/ingest/sensor-${reader.id}`)).statusCode).toBe(200);
      const { id } = await site.db
        .selectFrom("events")
        .select("id")
        .where("tagNormalized", "=", tag)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      const { body } = await server.call<Explained & { trace: Explained }>("GET /events/{module}/{id}/why", {
        params: { module: "rfid-ac", id },
      });
      return { ...body, id, isGranted: body.trace.isGranted ?? null };
    },
    /** Deletes all rules. */
    clearRules: async () => {
      for (const { id } of await list("rules")) await remove("rules", id);
    },
    /** Only these rules apply. */
    onlyRules: async (...rules: Draft[]) => {
      for (const { id } of await list("rules")) await remove("rules", id);
      for (const rule of rules) await add("rules", { effect: "allow", ...rule });
      await remove("rules", (await list("rules"))[0]?.id ?? 0);
    },
    whatIf: async (gateId: number, read: string, over: Draft = {}): Promise<Explained> =>
      (await server.call<Explained>("POST /access/what-if", { body: { type: "LICENSE_PLATE", gateId, read, ...over } }))
        .body,
    /** Lets the gate's passage time pass. */
    confirm: async () => {
      // A command that is not sent yet would expire, and cancel its passage.
      await poll(async () => {
        const states = ["queued", "sent"];
        const unsent = await site.db.selectFrom("commands").select("id").where("state", "in", states).execute();
        expect(unsent).toEqual([]);
      });
      server.clock.advance(passageMs);
      await confirmDuePassages(server.services);
    },
  };
}
