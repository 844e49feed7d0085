import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import type { AuditDaySeal } from "@gatehouse/contract/entities/audit/audit";
import { receiverSecretUnreadable } from "@gatehouse/contract/entities/audit/audit.messages";
import { apiKeyUnreadable } from "@gatehouse/contract/entities/mygate.messages";
import type { MygateNotice, TicketRequest } from "@gatehouse/contract/events/outgoing-message";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import { sendNotice } from "@gatehouse/drivers/mygate/mygate";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { loadMygate } from "../mygate-account.store.ts";
import { integrationHttp } from "../site-http.ts";
import { markPublished } from "../variable-publish.store.ts";
import { loadReceiver } from "./audit-receiver.store.ts";
import { type MailNotice, mailSender, type WebhookNotice, webhookSender } from "./notification-senders.ts";

/** Variables in the format that is sent to the cloud. */
export interface PublishedVariables {
  scope: string;
  variables: readonly { id: number; name: string; value: number; at: string }[];
}

export interface OutboxPayloads {
  "audit-day": AuditDaySeal;
  "cloud-variables": PublishedVariables;
  "mygate-notice": MygateNotice;
  "notification-mail": MailNotice;
  "notification-webhook": WebhookNotice;
  ticket: TicketRequest;
}

export type OutboxKind = keyof OutboxPayloads;

/** Sends one kind of message to its system. */
export interface Sender<Payload> {
  send(payload: Payload, services: Services): Promise<DeviceResult<null>>;
  /** Runs in the transaction that marks the message as delivered. */
  onDelivered?(tx: Tx, payload: Payload, at: Date): Promise<void>;
  /** The alert that is raised after repeated failures. */
  alert?(payload: Payload, error: string): AlertCause;
}

/** The sender of each kind of message. */
export const senders: { readonly [K in OutboxKind]: Sender<OutboxPayloads[K]> } = {
  "audit-day": {
    send: async (seal, { db, secrets }) => {
      const receiver = await loadReceiver(db, secrets);
      if (!receiver) return failed("unreachable", "No receiver of the daily seal set.");
      if (receiver.isSecretUnreadable) return failed("wrong-credentials", `${receiverSecretUnreadable}.`);
      const headers = receiver.secret === undefined ? {} : { authorization: `Bearer ${receiver.secret}` };
      const response = await integrationHttp(db)({ method: "POST", url: receiver.url, headers, body: seal });
      if (!response.ok) return response;
      const { status } = response.value;
      if (status >= 200 && status < 300) return success(null);
      return failed("refused", `The receiver responded with status ${status}.`);
    },
  },
  "cloud-variables": {
    send: async (payload, { db }) => {
      const { cloudUrl } = await loadRequiredConfigs(db);
      if (cloudUrl === "") return failed("unreachable", "No cloud address set.");
      const response = await integrationHttp(db)({ method: "POST", url: cloudUrl, body: payload });
      if (!response.ok) return response;
      const { status } = response.value;
      return status >= 200 && status < 300
        ? success(null)
        : failed("refused", `The cloud responded with status ${status}.`);
    },
    onDelivered: (tx, { variables }, at) =>
      markPublished(
        tx,
        variables.map(({ id }) => id),
        at,
      ),
  },
  "mygate-notice": {
    send: async (notice, { db, secrets }) => {
      const mygate = await loadMygate(db, secrets);
      if (!mygate) return failed("unreachable", "MyGate is no longer set up.");
      if (mygate.isApiKeyUnreadable) return failed("wrong-credentials", `${apiKeyUnreadable}.`);
      return sendNotice(mygate, notice, integrationHttp(db));
    },
    alert: ({ plate }, error) => ({
      type: "AC_MYGATE_NOTIFY_API_FAILED",
      scope: "ac",
      subject: "mygate notices",
      title: "MyGate notices failed",
      description: `MyGate was not notified of ${plate}. Sending is retried until it succeeds.`,
      additionalInfo: { error: error },
    }),
  },
  "notification-mail": mailSender,
  "notification-webhook": webhookSender,
  ticket: {
    send: async (request, { db }) => {
      const { ticketUrl } = await loadRequiredConfigs(db);
      if (ticketUrl === "") return failed("unreachable", "No ticket address set.");
      const response = await integrationHttp(db)({ method: "POST", url: ticketUrl, body: request });
      if (!response.ok) return response;
      const { status } = response.value;
      if (status >= 200 && status < 300) return success(null);
      return failed("refused", `The ticket service responded with status ${status}.`);
    },
    alert: ({ machine, machineName, plate }, error) => ({
      type: "AC_TICKET_VENDING_FAILED",
      scope: "ac",
      subject: `ticket machine ${machine}`,
      title: "No ticket was issued",
      description: `"${machineName}" did not issue a ticket for ${plate}. The request is retried until it succeeds.`,
      additionalInfo: { error: error },
    }),
  },
};
