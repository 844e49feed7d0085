import type { Webhook } from "@gatehouse/contract/entities/notification";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createPeople } from "../../people/users/people.ts";
import { testServer } from "../../test-server.ts";
import { createNotificationSite, signingSecret } from "./notification-site.ts";
import { startSmtp } from "./smtp-for-test.ts";
import { startHook } from "./webhook-for-test.ts";

const server = await testServer();
const site = createNotificationSite(server);
const { db } = server.services;
const smtp = await startSmtp({ login: { user: "gate", pass: "house keys" } });
const encrypted = await startSmtp({ hasStartTls: true });
const hook = await startHook();
afterAll(() => Promise.all([smtp.stop(), encrypted.stop(), hook.stop()]));

beforeEach(async () => {
  await site.clear();
  await db.deleteFrom("mail_server").execute();
  smtp.mails.length = 0;
  smtp.refused.clear();
  hook.received.length = 0;
  hook.status = 204;
});

const put = (body: object) =>
  server.call("PUT /notifications/mail-server", {
    body: { host: "127.0.0.1", port: smtp.port, security: "none", sender: "gatehouse@example.com", ...body },
  });
const testMail = async (to = "asha@example.com") =>
  (await server.call("POST /notifications/mail-server/test", { body: { to } })).body;
const login = { username: "gate", password: "house keys" };

describe("the mail server", () => {
  it("NOTE-1 its password is stored encrypted, kept and never returned", async () => {
    const { body } = await put(login);
    expect(body).toMatchObject({ hasPassword: true, isPasswordUnreadable: false, username: "gate" });
    expect(JSON.stringify(body)).not.toContain("house keys");
    const { passwordSecret } = await db.selectFrom("mail_server").select("passwordSecret").executeTakeFirstOrThrow();
    expect(passwordSecret).not.toContain("house keys");
    expect((await put({ username: "gate" })).body).toMatchObject({ hasPassword: true });
    expect(await testMail()).toMatchObject({ outcome: "accepted" });
    expect((await put({ username: null })).body).toMatchObject({ hasPassword: false });
  });

  it("NOTE-1 a stored password is not sent to another server", async () => {
    await put(login);
    const response = await put({ host: "127.0.0.2", username: "gate" });
    expect([response.status, response.body]).toMatchObject([
      400,
      { errors: [{ path: "password", message: "Enter the password for this server" }] },
    ]);
  });

  it.each([
    [{ host: "8.8.8.8" }, "host", "8.8.8.8 is outside the networks that integrations may reach (integrationNetworks)."],
    [{ sender: "" }, "sender", "Required"],
    [{ sender: "asha" }, "sender", "Must be an e-mail address such as asha@example.com"],
    [{ port: 70_000 }, "port", "Port should be between 1 and 65535"],
    [
      { host: "mail.example", security: "none", username: "gate" },
      "security",
      "A password is only sent over an encrypted connection",
    ],
  ])("NOTE-1 SAFE-8 %j is refused", async (over, path, message) => {
    const response = await put(over);
    expect([response.status, response.body]).toMatchObject([400, { errors: [{ path, message }] }]);
  });

  it("NOTE-1 two people can't overwrite each other's changes", async () => {
    await put({});
    const body = { host: "", port: 25, security: "none", sender: "" };
    const response = await server.call("PUT /notifications/mail-server", { body, headers: { "if-match": '"0"' } });
    expect([response.status, response.body]).toMatchObject([409, { code: "record/changed", current: { version: 1 } }]);
  });

  it("NOTE-4 the test button sends a real message", async () => {
    await put(login);
    expect(await testMail()).toEqual({
      outcome: "accepted",
      detail: "Test message accepted for asha@example.com.",
    });
    expect(smtp.mails).toMatchObject([{ to: "asha@example.com", subject: "My site: test message", user: "gate" }]);
    expect(smtp.mails[0]?.messageId).toMatch(/^<[0-9a-f-]+@example\.com>$/);
  });

  it("NOTE-4 the test button says what is wrong", async () => {
    expect(await testMail()).toEqual({ outcome: "unreachable", detail: "asha@example.com: No mail server set." });
    await put({ ...login, password: "wrong" });
    expect(await testMail()).toMatchObject({ outcome: "rejected", detail: expect.stringContaining("Sign-in refused") });
    await put(login);
    smtp.refused.add("asha@example.com");
    expect(await testMail()).toMatchObject({ outcome: "rejected", detail: expect.stringContaining("No such mailbox") });
    await put({ port: 9 });
    expect(await testMail()).toEqual({ outcome: "unreachable", detail: "asha@example.com: Connection refused." });
  });

  it.each([
    [() => encrypted.port, "The TLS certificate is not from a trusted authority."],
    [() => smtp.port, "No encrypted connection"],
  ])("NOTE-4 nothing is sent if the connection can't be encrypted safely (%#)", async (port, detail) => {
    await put({ port: port(), security: "starttls" });
    expect(await testMail()).toMatchObject({ outcome: "unreachable", detail: expect.stringContaining(detail) });
  });
});

describe("webhooks", () => {
  it("NOTE-1 the signing secret is required, encrypted, kept and never returned", async () => {
    const body = { name: "One", url: hook.url };
    const missing = await server.call("POST /notifications/webhooks", { body });
    expect([missing.status, missing.body]).toMatchObject([
      400,
      { errors: [{ path: "signingSecret", message: "Required" }] },
    ]);
    const id = await site.addWebhook("One", hook.url);
    const changed = await site.make<Webhook>("PUT /notifications/webhooks/{id}", { params: { id }, body });
    expect(Object.keys(changed)).not.toContain("signingSecret");
    expect(changed.isSecretUnreadable).toBe(false);
    const row = await db.selectFrom("notification_webhooks").select("signingSecret").executeTakeFirstOrThrow();
    expect(row.signingSecret).not.toContain(signingSecret.slice(6));
  });

  it.each([
    [{ signingSecret: "whsec_c2hvcnQ=" }, "signingSecret"],
    [{ signingSecret: "no prefix but quite a long secret text" }, "signingSecret"],
    [{ url: "ftp://example.com" }, "url"],
    [{ url: "http://8.8.8.8/hook" }, "url"],
  ])("NOTE-1 SAFE-8 %j is refused", async (over, path) => {
    const body = { name: "One", url: hook.url, signingSecret, ...over };
    const response = await server.call("POST /notifications/webhooks", { body });
    expect([response.status, response.body]).toMatchObject([400, { errors: [{ path }] }]);
  });

  it("NOTE-4 the test button sends a real message", async () => {
    const params = { id: await site.addWebhook("One", hook.url) };
    const test = async () => (await server.call("POST /notifications/webhooks/{id}/test", { params })).body;
    expect(await test()).toEqual({ outcome: "accepted", detail: "Test message accepted for One." });
    expect(JSON.parse(hook.received[0]?.text ?? "")).toMatchObject({ kind: "test", site: "My site", alerts: [] });
    hook.status = 403;
    expect(await test()).toEqual({ outcome: "rejected", detail: "One: The webhook responded with status 403." });
  });

  it("NOTE-1 one that a rule uses can't be deleted; one that is deleted loses its pending messages", async () => {
    const id = await site.addWebhook("One", hook.url);
    const escalation = [{ afterMinutes: 1, webhookIds: [id] }];
    const ruleId = await site.addRule("Disk", { webhookIds: [id], escalation });
    const params = { id };
    const rejected = await server.call("DELETE /notifications/webhooks/{id}", { params });
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      { dependents: [{ kind: "notification_rules", id: ruleId, name: "Disk" }] },
    ]);
    hook.status = 500;
    await site.raise();
    await site.deliver();
    await site.make("DELETE /notifications/rules/{id}", { params: { id: ruleId } });
    await site.make("DELETE /notifications/webhooks/{id}", { params });
    expect(await db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });
});

describe("notification rules", () => {
  const emails = ["asha@example.com"];

  it.each([
    [{ topics: [] }, "topics", "Choose at least one"],
    [{ emails: [] }, "emails", "Enter an e-mail address or choose a webhook"],
    [{ emails: ["a b@example.com"] }, "emails.0", "Must be an e-mail address such as asha@example.com"],
    [{ emails: ["a@\u212aelvin.example"] }, "emails.0", "Must be an e-mail address such as asha@example.com"],
    [{ isImmediate: false }, "digestAt", "Enter a time, or send each alert at once"],
    [{ quietFrom: "22:00" }, "quietTo", "Enter both times or none"],
    [{ quietTo: "22:00" }, "quietFrom", "Enter both times or none"],
    [{ quietFrom: "25:00", quietTo: "07:00" }, "quietFrom", "Must be a time such as 22:00"],
    [{ quietFrom: "07:00", quietTo: "07:00" }, "quietTo", "Must differ from the start"],
    [{ webhookIds: [12345] }, "webhookIds", "This webhook does not exist"],
    [{ escalation: [{ afterMinutes: 1 }] }, "escalation.0.emails", "Enter an e-mail address or choose a webhook"],
    [
      {
        escalation: [
          { afterMinutes: 5, emails },
          { afterMinutes: 5, emails },
        ],
      },
      "escalation",
      "Each step must be later than the one before",
    ],
  ])("NOTE-1 NOTE-2 %j is refused at its field", async (over, path, message) => {
    const body = { name: "Disk", topics: ["disk"], emails, ...over };
    const response = await server.call("POST /notifications/rules", { body });
    expect([response.status, response.body]).toMatchObject([400, { errors: [{ path, message }] }]);
  });

  it("NOTE-4 the test button sends a real message to every recipient", async () => {
    await put(login);
    const webhookIds = [await site.addWebhook("One", hook.url)];
    const escalation = [{ afterMinutes: 1, emails: ["chief@example.com"] }];
    const params = { id: await site.addRule("Disk", { emails, webhookIds, escalation }) };
    const test = async () => (await server.call("POST /notifications/rules/{id}/test", { params })).body;
    expect(await test()).toMatchObject({ outcome: "accepted" });
    expect([smtp.mails.map(({ to }) => to).sort(), hook.received.length]).toEqual([
      ["asha@example.com", "chief@example.com"],
      1,
    ]);
    hook.status = 500;
    expect(await test()).toEqual({ outcome: "rejected", detail: "One: The webhook responded with status 500." });
  });

  it.each(["guard", "manager", "auditor"])("NOTE-1 a %s can't see recipients", async (role) => {
    const { token } = await createPeople(server).signIn({ role });
    expect((await server.call("GET /notifications/rules", {}, token)).status).toBe(403);
    expect((await server.call("GET /notifications/mail-server", {}, token)).status).toBe(403);
  });
});
