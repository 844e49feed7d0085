import type { Alert } from "@gatehouse/contract/entities/alert";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { expect } from "vitest";
import { raiseAlert } from "../../../src/alert/alert.store.ts";
import { sendNotifications } from "../../../src/alert/notifications/notification-job.ts";
import { sendDueMessages } from "../../../src/alert/outbox.ts";
import type { TestServer } from "../../test-server.ts";

/** A valid signing secret. */
export const signingSecret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;

/** Saves channels and rules, raises alerts and runs the jobs of a test server. */
export function createNotificationSite(server: TestServer) {
  const { db, clock } = server.services;

  async function make<Body = { id: number; version: number }>(key: Parameters<TestServer["call"]>[0], sent: object) {
    const { status, body } = await server.call<Body>(key, sent);
    expect(status, `${key}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body;
  }

  return {
    make,
    saveMailServer: (port: number, over: object = {}) =>
      make("PUT /notifications/mail-server", {
        body: { host: "127.0.0.1", port, security: "none", sender: "gatehouse@example.com", ...over },
      }),
    addWebhook: async (name: string, url: string) =>
      (await make("POST /notifications/webhooks", { body: { name, url, signingSecret } })).id,
    addRule: async (name: string, over: object) =>
      (await make("POST /notifications/rules", { body: { name, topics: ["disk"], ...over } })).id,
    raise: (over: Partial<AlertCause> = {}) =>
      db.transaction().execute((tx) =>
        raiseAlert(
          tx,
          {
            type: "DISK_NEARLY_FULL",
            scope: "ac",
            subject: "disk",
            title: "Disk nearly full",
            description: "2 GB are free.",
            additionalInfo: {},
            ...over,
          },
          clock.now(),
        ),
      ),
    listOpen: async () => (await server.call<Alert[]>("GET /alerts/open")).body,
    /** Queues what is due and tries to deliver it once. */
    deliver: async () => {
      await sendNotifications(server.services);
      await sendDueMessages(server.services, "notification-mail");
      await sendDueMessages(server.services, "notification-webhook");
    },
    clear: async () => {
      await db.deleteFrom("notification_rules").execute();
      await db.deleteFrom("notification_webhooks").execute();
      await db.deleteFrom("outbox").execute();
      await db.deleteFrom("alerts").execute();
    },
  };
}
