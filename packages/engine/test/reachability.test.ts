import { describe, expect, it } from "vitest";
import { addEvidence, type Evidence, needsRecheck, unchecked } from "../src/health/reachability.ts";

const replied: Evidence = { kind: "replied", detail: null };
const connected: Evidence = { kind: "connected" };
const lost: Evidence = { kind: "failed", detail: "No reply.", isCommand: false };
const lostCommand: Evidence = { kind: "failed", detail: "No reply to the text.", isCommand: true };

const after = (...evidence: readonly Evidence[]) => evidence.reduce(addEvidence, unchecked);

describe("the state of a board or sign", () => {
  it.each([
    ["nothing", [], "unknown", null],
    ["a reply", [replied], "online", null],
    ["a complaint", [{ kind: "replied", detail: "No relay 9." }], "online", "No relay 9."],
    ["a connection", [connected], "online", null],
    ["one failure", [replied, lost], "online", null],
    ["two failures", [replied, lost, lost], "offline", "No reply."],
    ["a reply after failures", [lost, lost, replied], "online", null],
    ["failures with a reply between them", [lost, replied, lost], "online", null],
    ["a failed command and a failed check", [replied, lostCommand, lost], "offline", "No reply."],
    ["a failed command and a connection", [connected, lostCommand, connected], "offline", "No reply to the text."],
    ["a command that succeeds later", [lostCommand, connected, replied, connected], "online", null],
  ] as const)("LIVE-10 after %s", (_title, evidence, state, reason) => {
    expect(after(...evidence)).toMatchObject({ state, reason });
  });

  it("LIVE-10 is checked again soon after the first failure", () => {
    expect([after(replied), after(replied, lost), after(lost, lost)].map(needsRecheck)).toEqual([false, true, false]);
  });
});
