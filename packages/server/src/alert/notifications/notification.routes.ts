import { randomUUID } from "node:crypto";
import { notificationEndpoints } from "@gatehouse/contract/entities/notification";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { rejectForbiddenUrls } from "../../house/integration-url.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { deviceUrl } from "../device-address.ts";
import { loadMailServerSettings, saveMailServer } from "../integrations/mail-server.store.ts";
import { sendMailNotice, sendWebhookNotice } from "../integrations/notification-senders.ts";
import { loadWebhook } from "../integrations/webhook.store.ts";
import { toBody } from "./message-queue.ts";
import { formatTest } from "./message-text.ts";
import { findRule } from "./notification-rule.store.ts";

/** A receiver of a test message, with what happened. */
interface TestResult {
  readonly receiver: string;
  readonly result: DeviceResult<null>;
}

/** The mail server, and test messages that are really sent. */
export const notificationRoutes = (services: Services) => {
  const { db, secrets, clock } = services;

  async function testMail(to: string): Promise<TestResult> {
    const site = await loadRequiredConfigs(db);
    return { receiver: to, result: await sendMailNotice({ id: randomUUID(), to, ...formatTest(site) }, services) };
  }

  async function testWebhook(webhookId: number): Promise<TestResult> {
    const webhook = await loadWebhook(db, secrets, webhookId);
    if (!webhook) throw httpError("record/not-found");
    const site = await loadRequiredConfigs(db);
    const body = { ...toBody("test", null, site, []), at: clock.now().toISOString() };
    const { name: webhookName } = webhook;
    const notice = { id: randomUUID(), webhookId, webhookName, subject: formatTest(site).subject, body };
    return { receiver: webhookName, result: await sendWebhookNotice(notice, services) };
  }

  return handle(notificationEndpoints, {
    "GET /notifications/mail-server": ({ read }) => loadMailServerSettings(read, secrets),
    "PUT /notifications/mail-server": ({ body, ifMatch, write }) =>
      write(async (tx) => {
        const url = deviceUrl(body.host);
        if (url) await rejectForbiddenUrls(tx, { host: url.href });
        await saveMailServer(tx, body, secrets, ifMatch);
        return loadMailServerSettings(tx, secrets);
      }),
    "POST /notifications/mail-server/test": async ({ body }) => toResult([await testMail(body.to)]),
    "POST /notifications/webhooks/{id}/test": async ({ params }) => toResult([await testWebhook(params.id)]),
    "POST /notifications/rules/{id}/test": async ({ params }) => {
      const rule = await findRule(db, params.id);
      if (!rule) throw httpError("record/not-found");
      const steps = [rule, ...rule.escalation];
      const emails = new Set(steps.flatMap((step) => step.emails));
      const webhookIds = new Set(steps.flatMap((step) => step.webhookIds));
      return toResult(await Promise.all([...[...emails].map(testMail), ...[...webhookIds].map(testWebhook)]));
    },
  });
};

function toResult(tests: readonly TestResult[]): HardwareResult {
  const errors = tests.flatMap(({ receiver, result }) => (result.ok ? [] : [{ receiver, ...result.failure }]));
  const accepted = tests.filter(({ result }) => result.ok).map(({ receiver }) => receiver);
  if (errors.length === 0) {
    const detail =
      accepted.length === 0
        ? "This rule has no e-mail address and no webhook."
        : `Test message accepted for ${accepted.join(", ")}.`;
    return { outcome: accepted.length === 0 ? "rejected" : "accepted", detail };
  }
  const isRejected = errors.some(({ kind }) => kind === "refused" || kind === "wrong-credentials");
  const detail = errors.map((error) => `${error.receiver}: ${error.detail}`).join(" ");
  return { outcome: isRejected ? "rejected" : "unreachable", detail };
}
