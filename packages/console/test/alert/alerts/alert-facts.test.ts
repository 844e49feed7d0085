import { describe, expect, it } from "vitest";
import { toAlertFacts } from "../../../src/alert/alerts/alert-facts.ts";

const texts = (info: Record<string, unknown>) => toAlertFacts(info).map(({ label, text }) => `${label}: ${text}`);

describe("ALERT-5 details of an alert have readable labels", () => {
  it.each([
    ["an id", { barrierId: 3 }, ["Barrier: #3"]],
    ["a camel-case key", { lastReply: "late" }, ["Last reply: late"]],
    ["an abbreviation", { deviceIp: "127.0.0.1" }, ["Device IP: 127.0.0.1"]],
    ["a number", { attempt: 3 }, ["Attempt: 3"]],
    ["a flag", { isHealthy: false }, ["Is healthy: No"]],
    ["a list", { slots: ["A1", "A2"] }, ["Slots: A1, A2"]],
    ["a group", { board: { host: "127.0.0.1", relayId: 2 } }, ["Board: Host: 127.0.0.1, Relay: #2"]],
    ["nothing", { gateId: null, reason: "" }, []],
  ])("%s", (_, info, expected) => expect(texts(info)).toEqual(expected));
});
