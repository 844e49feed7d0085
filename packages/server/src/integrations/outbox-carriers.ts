import type { AlertCause } from "@gatehouse/contract/entities/alert/alert-type";
import { apiKeyUnreadable } from "@gatehouse/contract/entities/mygate/mygate.messages";
import type { MygateNotice, TicketRequest } from "@gatehouse/contract/events/outgoing-message";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import { sendNotice } from "@gatehouse/drivers/mygate/mygate";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { integrationHttp } from "../outbound/site-http.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";
import { markPublished } from "../variables/variable-publish.store.ts";
import { loadMygate } from "./mygate.store.ts";

/** VAR-10: variables as the cloud gets them. */
export interface PublishedVariables {
  scope: string;
  variables: readonly { id: number; name: string; value: number; at: string }[];
}

/** What each kind of message carries. */
export interface OutboxPayloads {
  "cloud-variables": PublishedVariables;
  "mygate-notice": MygateNotice;
  ticket: TicketRequest;
}

/** What a message can be for. */
export type OutboxKind = keyof OutboxPayloads;

/** How a kind of message reaches its system. */
export interface Carrier<Payload> {
  send(payload: Payload, services: Services): Promise<DeviceResult<null>>;
  /** What is written down once the message was taken. */
  onTaken?(tx: Tx, payload: Payload, at: Date): Promise<void>;
  /** The alert that is raised when the message keeps being refused. */
  alert?(payload: Payload, fault: string): AlertCause;
}

/** A carrier for every kind of message: one without does not compile. */
export const carriers: { readonly [K in OutboxKind]: Carrier<OutboxPayloads[K]> } = {
  "cloud-variables": {
    send: async (payload, { db }) => {
      const { cloudUrl } = await loadRequiredConfigs(db);
      if (cloudUrl === "") return failed("unreachable", "No cloud address set.");
      const answer = await integrationHttp(db)({ method: "POST", url: cloudUrl, body: payload });
      if (!answer.ok) return answer;
      const { status } = answer.value;
      return status >= 200 && status < 300 ? success(null) : failed("refused", `The cloud answered with ${status}.`);
    },
    onTaken: (tx, { variables }, at) =>
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
    alert: ({ plate }, fault) => ({
      type: "AC_MYGATE_NOTIFY_API_FAILED",
      scope: "ac",
      subject: "mygate notices",
      title: "MyGate notices failed",
      description: `MyGate was not told of ${plate}; it is tried again until it takes it.`,
      additionalInfo: { error: fault },
    }),
  },
  ticket: {
    send: async (call, { db }) => {
      const { ticketUrl } = await loadRequiredConfigs(db);
      if (ticketUrl === "") return failed("unreachable", "No ticket address set.");
      const answer = await integrationHttp(db)({ method: "POST", url: ticketUrl, body: call });
      if (!answer.ok) return answer;
      const { status } = answer.value;
      if (status >= 200 && status < 300) return success(null);
      return failed("refused", `The ticket service answered with ${status}.`);
    },
    alert: ({ machine, machineName, plate }, fault) => ({
      type: "AC_TICKET_VENDING_FAILED",
      scope: "ac",
      subject: `ticket machine ${machine}`,
      title: "No ticket was issued",
      description: `"${machineName}" did not issue a ticket for ${plate}; it is tried again until it does.`,
      additionalInfo: { error: fault },
    }),
  },
};
