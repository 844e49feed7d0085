import { beforeEach, describe, expect, it } from "vitest";
import { dropFirstAnswers, takeFirstAnswer } from "../src/api/first-answers.ts";

const url = "/api/auth/me";
const keep = (answer: Promise<Response>) => {
  globalThis.gatehouseFirstAnswers = { token: "own", answers: new Map([[url, answer]]) };
};

describe("the answers that boot.js has requested", () => {
  beforeEach(dropFirstAnswers);

  it("are taken once, by their URL", async () => {
    keep(Promise.resolve(Response.json({ id: 1 })));
    expect(await takeFirstAnswer("/api/configs/global", "own")).toBeUndefined();
    expect(await (await takeFirstAnswer(url, "own"))?.json()).toEqual({ id: 1 });
    expect(await takeFirstAnswer(url, "own")).toBeUndefined();
  });

  it.each(["another", undefined])("are not taken by the session %s", async (token) => {
    keep(Promise.resolve(Response.json({ id: 1 })));
    expect(await takeFirstAnswer(url, token)).toBeUndefined();
  });

  it("are requested again if they failed", async () => {
    keep(Promise.resolve(new Response("", { status: 503 })));
    expect(await takeFirstAnswer(url, "own")).toBeUndefined();
    keep(Promise.reject(new TypeError("Failed to fetch")));
    expect(await takeFirstAnswer(url, "own")).toBeUndefined();
  });

  it("are dropped after the first page", async () => {
    keep(Promise.resolve(Response.json({ id: 1 })));
    dropFirstAnswers();
    expect(await takeFirstAnswer(url, "own")).toBeUndefined();
  });
});
