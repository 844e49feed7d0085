import { createHmac } from "node:crypto";
import type { Alert } from "@gatehouse/contract/entities/alert";
import type { Webhook } from "@gatehouse/contract/entities/notification";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { retryDelayMs } from "../../../src/alert/outbox.ts";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";
import { testServer } from "../../test-server.ts";
import { createNotificationSite, signingSecret } from "./notification-site.ts";
import { startSmtp } from "./smtp-for-test.ts";
import { startHook } from "./webhook-for-test.ts";

const server = await testServer();
const site = createNotificationSite(server);
const { clock } = server;
const smtp = await startSmtp({ login: { user: "gate", pass: "house keys" } });
const hooks = { one: await startHook(), other: await startHook() };
afterAll(() => Promise.all([smtp.stop(), hooks.one.stop(), hooks.other.stop()]));

beforeEach(async () => {
  await site.clear();
  smtp.mails.length = 0;
  smtp.refused.clear();
  for (const hook of Object.values(hooks)) {
    hook.received.length = 0;
    hook.status = 204;
  }
  await site.saveMailServer(smtp.port, { username: "gate", password: "house keys" });
});

const emails = ["asha@example.com"];
const clockTime = (offsetMinutes: number) =>
  new Date(clock.now().getTime() + offsetMinutes * 60_000).toISOString().slice(11, 16);

describe("notifications by rule", () => {
  it("NOTE-1 an alert is sent by e-mail, to each recipient, once", async () => {
    await site.addRule("Disk", { emails: [...emails, "ravi@example.com"] });
    await site.addRule("Barriers", { topics: ["barrier"], emails: ["nobody@example.com"] });
    await site.raise();
    await site.deliver();
    await site.deliver();
    expect(smtp.mails.map(({ to }) => to).sort()).toEqual(["asha@example.com", "ravi@example.com"]);
    expect(smtp.mails[0]).toMatchObject({
      from: "gatehouse@example.com",
      user: "gate",
      subject: "My site: Disk nearly full",
    });
    expect(smtp.mails[0]?.text).toContain("2 GB are free.");
    expect(smtp.mails[0]?.text).toContain("Recommended action: free some space");
  });

  it("NOTE-1 a webhook receives a signed message", async () => {
    await site.addRule("Disk", { webhookIds: [await site.addWebhook("One", hooks.one.url)] });
    await site.raise();
    await site.deliver();
    const [message] = hooks.one.received;
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = message?.headers ?? {};
    const key = Buffer.from(signingSecret.slice("whsec_".length), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${message?.text}`).digest("base64");
    expect(signature).toBe(`v1,${expected}`);
    expect(JSON.parse(message?.text ?? "")).toMatchObject({
      kind: "alert",
      site: "My site",
      rule: "Disk",
      alerts: [{ type: "DISK_NEARLY_FULL", title: "Disk nearly full", state: "active", count: 1 }],
    });
  });

  it("NOTE-1 browsers are notified of the alerts that the person may see", async () => {
    await site.addRule("Browser", { topics: ["disk", "barrier"], isInBrowser: true });
    const gateId = (await site.make("POST /gates", { body: samples.gate() })).id;
    const { token } = await createPeople(server).signIn({ role: "guard", gateIds: [gateId] });
    const notices = async (after?: number, as?: string) =>
      (
        await server.call<{ last: number; notices: { title: string }[] }>(
          "GET /alerts/notices",
          { query: after === undefined ? {} : { after: String(after) } },
          as,
        )
      ).body;
    const { last } = await notices();
    await site.raise();
    await site.raise({ type: "AC_WATCH_LIST", subject: "other topic" });
    await site.deliver();
    expect((await notices()).notices).toEqual([]);
    expect((await notices(last)).notices).toMatchObject([{ title: "Disk nearly full", text: "2 GB are free." }]);
    expect((await notices(last, token)).notices).toEqual([]);
    await site.raise({ type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED", title: "Own", additionalInfo: { gateId } });
    await site.deliver();
    expect((await notices(last, token)).notices).toMatchObject([{ title: "Own" }]);
    await Promise.all(Array.from({ length: 21 }, (_, number) => site.raise({ subject: `disk ${number}` })));
    await site.deliver();
    expect((await notices(last)).notices).toHaveLength(20);
    expect((await notices(last, token)).notices).toMatchObject([{ title: "Own" }]);
    const { last: newest } = await notices();
    expect((await notices(newest)).notices).toEqual([]);
  });

  it("NOTE-1 alerts from before the rule, acknowledged and shelved ones are not sent", async () => {
    await site.raise({ subject: "before" });
    clock.advance(1_000);
    await site.addRule("Disk", { emails });
    await site.raise({ subject: "acknowledged" });
    await site.raise({ subject: "shelved" });
    const [shelved, acknowledged] = await site.listOpen();
    await site.make("POST /alerts/{id}/acknowledge", { params: { id: acknowledged?.id } });
    await site.make("POST /alerts/{id}/shelve", { params: { id: shelved?.id }, body: { minutes: 1, reason: "Later" } });
    await site.deliver();
    expect(smtp.mails).toEqual([]);
    clock.advance(60_000);
    await site.deliver();
    expect(smtp.mails).toHaveLength(1);
  });

  it("OPS-8 a fault that keeps coming and going is sent once", async () => {
    await site.addRule("Disk", { emails });
    for (const _ of [1, 2]) {
      await site.raise();
      const [alert] = await site.listOpen();
      await server.services.db
        .updateTable("alerts")
        .set({ status: "resolved", resolvedAt: clock.now() })
        .where("id", "=", alert?.id ?? 0)
        .execute();
    }
    await site.raise();
    await site.deliver();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.text).toContain("3 times");
  });

  it("OPS-8 only the root cause is sent", async () => {
    await site.addRule("Devices", { topics: ["barrier", "device-offline"], emails });
    const additionalInfo = { ip: "127.78.0.5", port: 502, drv: "modbus-tcp", rel: 1, ser: "A1" };
    const body = samples.boomBarrier({ additionalInfo });
    const { id: barrierId } = await site.make("POST /boom-barriers", { body });
    await site.raise({ type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED", additionalInfo: { barrierId } });
    await site.deliver();
    expect(smtp.mails).toEqual([]);
    const board = { kind: "board", id: "127.78.0.5:502" };
    await site.raise({ type: "HARDWARE_OFFLINE", title: "Board offline", subject: "board", additionalInfo: board });
    await server.services.db
      .updateTable("alerts")
      .set({ subject: "board 127.78.0.5:502" })
      .where("subject", "=", "board")
      .execute();
    clock.advance(10_000);
    await site.deliver();
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(["My site: Board offline"]);
    expect(smtp.mails[0]?.text).toContain("Explains 1 other alert.");
  });
});

describe("quiet hours, escalation and digest", () => {
  it("NOTE-2 messages wait for the end of the quiet hours and are then one message", async () => {
    await site.addRule("Disk", { emails, quietFrom: clockTime(-60), quietTo: clockTime(10) });
    await site.raise({ subject: "one" });
    await site.raise({ subject: "other" });
    await site.deliver();
    expect(smtp.mails).toEqual([]);
    clock.advance(10 * 60_000);
    await site.deliver();
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(["My site: 2 alerts"]);
  });

  it("NOTE-2 an alert that nobody acknowledges escalates", async () => {
    const escalation = [
      { afterMinutes: 1, emails: ["chief@example.com"] },
      { afterMinutes: 2, webhookIds: [await site.addWebhook("One", hooks.one.url)] },
    ];
    await site.addRule("Disk", { emails, escalation });
    await site.raise();
    await site.deliver();
    expect(smtp.mails.map(({ to }) => to)).toEqual(emails);
    clock.advance(60_000);
    await site.deliver();
    expect(smtp.mails[1]).toMatchObject({
      to: "chief@example.com",
      subject: "My site: Not acknowledged for 1 min: Disk nearly full",
    });
    const [alert] = await site.listOpen();
    await site.make("POST /alerts/{id}/acknowledge", { params: { id: alert?.id } });
    clock.advance(60_000);
    await site.deliver();
    expect([smtp.mails.length, hooks.one.received.length]).toEqual([2, 0]);
  });

  it("NOTE-2 the digest is sent once a day, with open and resolved alerts", async () => {
    await site.addRule("Digest", { emails, isImmediate: false, digestAt: clockTime(10) });
    await site.raise({ subject: "one", description: "Still full" });
    await site.raise({ subject: "other", description: "Full for a while" });
    const other = (await site.listOpen()).find(({ description }) => description === "Full for a while");
    await site.make("POST /alerts/{id}/resolve", { params: { id: other?.id } });
    await site.deliver();
    expect(smtp.mails).toEqual([]);
    clock.advance(10 * 60_000);
    await site.deliver();
    await site.deliver();
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(["My site: daily digest, 1 open, 1 resolved"]);
    expect(smtp.mails[0]?.text).toMatch(/Open \(1\)\n- .*Still full\n\nResolved \(1\)\n- .*Full for a while/);
  });
});

describe("a channel that fails", () => {
  const listWebhooks = async () => (await server.call<Webhook[]>("GET /notifications/webhooks")).body;
  const failures = async () =>
    (await site.listOpen()).filter(({ type }: Alert) => type === "NOTIFICATION_FAILED").map(({ title }) => title);

  it("NOTE-3 a webhook is retried until it accepts, says so, and does not delay another one", async () => {
    const webhookIds = [await site.addWebhook("One", hooks.one.url), await site.addWebhook("Other", hooks.other.url)];
    await site.addRule("Disk", { webhookIds });
    hooks.one.status = 500;
    await site.raise();
    await site.deliver();
    expect(hooks.other.received).toHaveLength(1);
    expect(await listWebhooks()).toMatchObject([
      { name: "One", waiting: 1, lastFault: "The webhook responded with status 500.", lastDeliveredAt: null },
      { name: "Other", waiting: 0, lastFault: null, lastDeliveredAt: expect.any(String) },
    ]);
    for (const attempt of [1, 2]) {
      clock.advance(retryDelayMs(attempt));
      await site.deliver();
    }
    expect([hooks.one.received.length, await failures()]).toEqual([3, ["Notifications not delivered"]]);
    const [alert] = (await site.listOpen()).filter(({ type }: Alert) => type === "NOTIFICATION_FAILED");
    expect(alert?.description).toContain("was not accepted by the webhook One.");
    const { body: outbox } = await server.call<{ data: { summary: string }[] }>("GET /outbox");
    expect(outbox.data.map(({ summary }) => summary)).toContainEqual(expect.stringMatching(/^Webhook One: /));
    hooks.one.status = 200;
    clock.advance(retryDelayMs(3));
    await site.deliver();
    expect([hooks.one.received.length, await failures()]).toEqual([4, []]);
    const ids = new Set(hooks.one.received.map(({ headers }) => headers["webhook-id"]));
    expect([ids.size, (await listWebhooks())[0]?.waiting]).toEqual([1, 0]);
  });

  it("NOTE-3 an unreachable webhook postpones its own messages only", async () => {
    const gone = await startHook();
    await gone.stop();
    const webhookIds = [await site.addWebhook("Gone", gone.url), await site.addWebhook("Other", hooks.other.url)];
    await site.addRule("Disk", { webhookIds });
    await site.raise({ subject: "one" });
    await site.deliver();
    await site.raise({ subject: "other" });
    await site.deliver();
    expect(hooks.other.received).toHaveLength(2);
    expect((await listWebhooks())[0]).toMatchObject({ waiting: 2, lastFault: "Connection refused." });
  });

  it("NOTE-3 a refused address does not stop the e-mails to others", async () => {
    await site.addRule("Disk", { emails: ["gone@example.com", ...emails] });
    smtp.refused.add("gone@example.com");
    await site.raise();
    await site.deliver();
    expect(smtp.mails.map(({ to }) => to)).toEqual(emails);
    const { body } = await server.call("GET /notifications/mail-server");
    expect(body).toMatchObject({ waiting: 1, lastFault: expect.stringContaining("550 No such mailbox") });
  });

  it("NOTE-3 a rule without a mail server waits and says why", async () => {
    await site.saveMailServer(587, { host: "", sender: "" });
    await site.addRule("Disk", { emails });
    await site.raise();
    await site.deliver();
    const { body } = await server.call("GET /notifications/mail-server");
    expect(body).toMatchObject({ waiting: 1, lastFault: "No mail server set." });
  });
});
